internal import Synchronization

/// A tree whose nodes are made lazily, on the first read. A ``Tree`` holds its address in place of
/// the root's. Thread-safe.
@safe class DeferredTree: @unchecked Sendable {
    // SAFETY: the properties here are constant or atomic. A subclass must protect its own.

    /// The number of entries, at least one.
    final let count: Int
    /// The difference between keys and rows, if the keys seem to be ids that were given in order.
    /// See ``Tree/likelyRow(of:)``.
    final let runDistance: UInt64?
    /// The root's address. 0 until the tree is first read.
    private final let made = Atomic<UInt64>(0)

    init(count: Int, runDistance: UInt64?) {
        self.count = count
        self.runDistance = runDistance
    }

    @inline(__always)
    final var root: Node? { Node(address: made.load(ordering: .acquiring)) ?? madeRoot() }

    @inline(never)
    private final func madeRoot() -> Node? {
        let root = makeRoot()
        made.store(root?.address ?? 0, ordering: .releasing)
        return root
    }

    /// Makes the nodes. Each call, from any thread, returns the same root.
    func makeRoot() -> Node? {
        preconditionFailure("a subclass makes the nodes")
    }
}
