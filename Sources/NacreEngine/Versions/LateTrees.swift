internal import Synchronization

/// The trees of a former state, each of which is made when it is first read, and kept. A tree that
/// cannot be made seems empty, and ``checkSound()`` throws from then on. Thread-safe.
final class LateTrees: Sendable {
    /// The trees that were made, by slot.
    private let trees: Mutex<[Tree?]>
    private let make: @Sendable (_ slot: Int) throws(StoreError) -> Tree
    /// The error of the first tree that could not be made.
    private let damage = Poison()

    /// - Parameters:
    ///   - count: The number of slots.
    ///   - make: Makes the tree of a slot. It is called once for each slot.
    init(count: Int, _ make: @escaping @Sendable (_ slot: Int) throws(StoreError) -> Tree) {
        trees = Mutex(Array(repeating: nil, count: count))
        self.make = make
    }

    /// Returns the tree of a slot. If another thread is making a tree, waits for it.
    func tree(_ slot: Int) -> Tree {
        trees.withLock { trees in
            guard slot < trees.count else { return Tree() }
            if let tree = trees[slot] { return tree }
            let made = made(slot)
            trees[slot] = made
            return made
        }
    }

    private func made(_ slot: Int) -> Tree {
        do throws(StoreError) { return try make(slot) } catch {
            damage.set(error)
            return Tree()
        }
    }

    /// The slots of the trees that were made, ascending.
    var madeSlots: [Int] {
        trees.withLock { trees in trees.indices.filter { trees[$0] != nil } }
    }

    /// Throws if any tree could not be made.
    func checkSound() throws(StoreError) { try damage.check() }
}
