internal import Synchronization

/// A tree whose nodes are made when it is first read. A ``Tree`` has its address in place of the
/// root's. Thread-safe.
@safe class DeferredTree: @unchecked Sendable {
    // SAFETY: what is here is constant or atomic, and a subclass sees to what it adds.

    /// How many entries it has: one at least.
    final let count: Int
    /// The number by which keys are ahead of their rows, if they seem to be ids that were given in
    /// order; see ``Tree/likelyRow(of:)``.
    final let runDistance: UInt64?
    /// The address of the root; 0 until the tree is first read.
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

    /// Makes the nodes. Each call, from whichever thread, returns the same root.
    func makeRoot() -> Node? {
        preconditionFailure("a subclass makes the nodes")
    }

    /// The address by which a ``Tree`` knows this object.
    final var address: UInt64 {
        unsafe UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Lends the tree at an address.
    @inline(__always)
    static func lend<Result>(
        at address: UInt64, _ body: (DeferredTree) -> Result?
    ) -> Result? {
        // SAFETY: its owner keeps it, and versions and the writer keep the owner.
        guard let object = unsafe UnsafeRawPointer(bitPattern: UInt(address)) else { return nil }
        return unsafe Unmanaged<DeferredTree>.fromOpaque(object)
            ._withUnsafeGuaranteedRef(body)
    }
}
