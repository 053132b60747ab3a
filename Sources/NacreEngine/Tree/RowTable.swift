/// Maps rows to 64-bit words, as a copy-on-write radix tree of raw nodes. The words are positions
/// in the log for the writer and its versions, and commit numbers during a replay. A plain value.
/// Rows without a word have 0. Ranges without words take no memory.
///
/// Invariants (`checkInvariants`):
/// 1. A table of height h has rows below 128^h. Only an empty table has height 0 and no root.
/// 2. The node at level l of the table has level l. Leaves have level 0.
package struct RowTable: Sendable, Equatable, InvariantHolder {
    /// The root's address. 0 if the table is empty.
    private(set) var root: UInt64 = 0
    private(set) var height = 0

    static let bits = 7
    private static let mask = Node.tableCapacity - 1

    init() {}

    @inline(__always)
    subscript(row: UInt32) -> UInt64 { leaf(of: row)?.word(Self.place(row)) ?? 0 }

    /// Returns the index of a row in its leaf.
    @inline(__always)
    static func place(_ row: UInt32) -> Int { Int(row) & mask }

    /// Returns the leaf of a row, or nil if neither the row nor its neighbours have a word.
    @inline(__always)
    func leaf(of row: UInt32) -> Node? {
        let row = Int(row)
        guard height > 0, row >> (Self.bits * height) == 0, var node = Node(address: root) else {
            return nil
        }
        var level = height - 1
        // A root that is a packed block was checked when the table was made.
        var above = node
        while level > 0 {
            let index = row >> (Self.bits * level) & Self.mask
            guard let child = Node(address: node.childWord(index)) else { return nil }
            (above, node) = (node, child)
            level -= 1
        }
        return above.visited(node)
    }

    /// A leaf that belongs to the pending change, and so can be changed in place.
    struct OwnLeaf {
        fileprivate let node: Node
        /// The first of the leaf's rows.
        fileprivate let first: Int
        fileprivate let stamp: UInt64

        /// Returns whether a row is in the leaf, and the leaf may still be changed.
        @inline(__always)
        func holds(_ row: UInt32, _ pool: NodePool) -> Bool {
            Int(row) & ~mask == first && stamp == pool.stamp
        }

        /// The word of a row, which must be in the leaf.
        subscript(row: UInt32) -> UInt64 {
            @inline(__always) get { node.word(place(row)) }
            @inline(__always) nonmutating set { node.setWord(place(row), newValue) }
        }

        /// Sets the word of a row.
        /// - Returns: false if the row is not in the leaf, or the leaf may no longer be changed.
        @inline(__always)
        func set(_ row: UInt32, to word: UInt64, _ pool: NodePool) -> Bool {
            guard holds(row, pool) else { return false }
            self[row] = word
            return true
        }
    }

    /// Sets the word of a row.
    /// - Returns: The row's leaf.
    @discardableResult
    mutating func set(_ row: UInt32, to word: UInt64, pool: NodePool) -> OwnLeaf {
        let leaf = ownLeaf(of: row, pool: pool)
        leaf[row] = word
        return leaf
    }

    /// Returns the leaf of a row, so that it can be changed in place. Makes it if there is none.
    mutating func ownLeaf(of row: UInt32, pool: NodePool) -> OwnLeaf {
        let row = Int(row)
        while height == 0 || row >> (Self.bits * height) != 0 { grow(pool) }
        guard let old = Node(address: root) else { preconditionFailure("invariant 1: no root") }
        var node = pool.writable(old)
        root = node.address
        for level in stride(from: height - 1, to: 0, by: -1) {
            let index = row >> (Self.bits * level) & Self.mask
            let child =
                node.tableChild(index).map { pool.writable($0) }
                ?? pool.make(level: level - 1)
            node.setWord(index, child.address)
            node = child
        }
        return OwnLeaf(node: node, first: row & ~Self.mask, stamp: pool.stamp)
    }

    /// Adds a leaf to a table that has none for these rows.
    /// - Parameter first: The first of the leaf's rows.
    /// - Returns: The node above the leaf. Nil if the leaf is the root.
    @discardableResult
    mutating func setLeaf(_ leaf: Node, from first: UInt32, pool: NodePool) -> Node? {
        let first = Int(first)
        while height == 0 || first >> (Self.bits * height) != 0 {
            // The first leaf may become the root itself.
            if height == 0, first == 0 {
                root = leaf.address
                height = 1
                return nil
            }
            grow(pool)
        }
        guard var node = Node(address: root), height > 1 else {
            preconditionFailure("there is already a leaf for these rows")
        }
        for level in stride(from: height - 1, to: 1, by: -1) {
            let index = first >> (Self.bits * level) & Self.mask
            let child = Node(address: node.word(index)) ?? pool.make(level: level - 1)
            node.setWord(index, child.address)
            node = child
        }
        node.setWord(Self.placeOfLeaf(first), leaf.address)
        return node
    }

    /// Makes a table from existing leaves, such as those of a checkpoint.
    /// - Parameter leaf: Returns each leaf with its first row, in ascending order.
    init(leaves count: Int, pool: NodePool, _ leaf: (Int) -> (Node, first: UInt32)) {
        self.init()
        // Most leaves belong under the same node as the one before.
        var parent: Node?
        var group = 0
        for index in 0..<count {
            let (leaf, first) = leaf(index)
            if let parent, Int(first) >> (2 * Self.bits) == group {
                parent.setWord(Self.placeOfLeaf(Int(first)), leaf.address)
            } else {
                parent = setLeaf(leaf, from: first, pool: pool)
                group = Int(first) >> (2 * Self.bits)
            }
        }
    }

    /// Returns the index of a row's leaf in the node above it.
    private static func placeOfLeaf(_ row: Int) -> Int { row >> bits & mask }

    /// Calls `body` with each leaf, as ``Branch`` does.
    func forEachLeaf<Failure: Error>(
        _ body: (UInt32, Node, Node?) throws(Failure) -> Bool
    ) throws(Failure) {
        guard let whole else { return }
        try whole.forEachLeaf(body)
    }

    /// Moves the table's nodes.
    mutating func move(by move: NodeMove) {
        guard let node = Node(address: root) else { return }
        root = move(node, .ofTable).address
    }

    /// A node with its whole subtree.
    struct Branch {
        fileprivate let node: Node
        fileprivate let level: Int
        /// The first of the node's rows.
        fileprivate let first: Int
        /// The next node, if it has the same parent.
        fileprivate let next: Node?

        /// Calls `body` with the first row of each existing leaf, the leaf, and the next leaf for
        /// prefetching if it has the same parent. Ascending, until `body` returns false.
        func forEachLeaf<Failure: Error>(
            _ body: (UInt32, Node, Node?) throws(Failure) -> Bool
        ) throws(Failure) {
            _ = try forEach(at: 0) { branch throws(Failure) in
                try body(UInt32(truncatingIfNeeded: branch.first), branch.node, branch.next)
            }
        }

        /// Calls `body` with the branches at a level that is not above this one.
        /// - Returns: false if `body` returned false.
        fileprivate func forEach<Failure: Error>(
            at wanted: Int, _ body: (Branch) throws(Failure) -> Bool
        ) throws(Failure) -> Bool {
            if level == wanted { return try body(self) }
            for index in 0..<Node.tableCapacity {
                guard let child = node.tableChild(index) else { continue }
                let isLast = index + 1 == Node.tableCapacity
                let branch = Branch(
                    node: child, level: level - 1, first: first + index << (bits * level),
                    next: isLast ? nil : node.tableChild(index + 1))
                guard try branch.forEach(at: wanted, body) else { return false }
            }
            return true
        }
    }

    private var whole: Branch? {
        Node(address: root).map { Branch(node: $0, level: height - 1, first: 0, next: nil) }
    }

    /// The whole table in the order of its rows, divided into branches of up to 128 leaves.
    var branches: [Branch] {
        var branches: [Branch] = []
        _ = whole?.forEach(at: min(1, height - 1)) { branch in
            branches.append(branch)
            return true
        }
        return branches
    }

    /// Adds a level on top.
    private mutating func grow(_ pool: NodePool) {
        let top = pool.make(level: height)
        top.setWord(0, root)
        root = top.address
        height += 1
    }

    /// Calls `body` with the rows that have a word, ascending, until it returns false.
    func forEach<Failure: Error>(
        _ body: (UInt32, UInt64) throws(Failure) -> Bool
    ) throws(Failure) {
        try forEachLeaf { first, leaf, _ throws(Failure) in
            for index in 0..<Node.tableCapacity {
                let word = leaf.word(index)
                if word == 0 { continue }
                guard try body(first + UInt32(index), word) else { return false }
            }
            return true
        }
    }

    func checkInvariants() throws(BrokenInvariant) {
        guard let node = Node(address: root) else {
            return try Self.require(height == 0, 1, "an empty table has height \(height)")
        }
        try Self.check(node, level: height - 1)
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        mutating func breakInvariant(_: Int) { height += 1 }
    #endif

    private static func check(_ node: Node, level: Int) throws(BrokenInvariant) {
        try require(node.level == level, 2, "a node at level \(level) has level \(node.level)")
        guard level > 0 else { return }
        for index in 0..<Node.tableCapacity {
            if let child = node.tableChild(index) { try check(child, level: level - 1) }
        }
    }
}
