/// Brings nodes together: those that stand in nearly empty slabs are copied to free places in
/// others, so that the slabs can be given back. Copies as any change does, so that versions still
/// see what they saw.
///
/// Of a pending change that does nothing else: all nodes are older, and each copy is a new node.
package struct NodeMove {
    private let pool: NodePool
    /// To be emptied.
    private let slabs: Set<NodeSlabs.Large>

    init(outOf slabs: Set<NodeSlabs.Large>, _ pool: NodePool) {
        self.slabs = slabs
        self.pool = pool
    }

    /// - Returns: the node, or the one that is in its place now.
    func callAsFunction(_ node: Node, _ children: NodeChildren) -> Node {
        move(node, level: node.level, children)
    }

    /// - Parameter level: known of each node from the one above it, so that leaves which stay where
    ///   they are are not looked at.
    private func move(_ node: Node, level: Int, _ children: NodeChildren) -> Node {
        var moved = slabs.contains(NodeSlabs.Large(of: node)) ? pool.writable(node) : node
        guard level > 0 else { return moved }
        children.forEach(of: node) { index, child in
            let place = move(child, level: level - 1, children)
            guard place.address != child.address else { return }
            moved = pool.writable(moved)
            children.set(index, of: moved, to: place)
        }
        return moved
    }
}

/// How nodes above the leaves name their children.
enum NodeChildren {
    /// A tree: up to their count.
    case ofTree
    /// A row table: wherever a word is not 0.
    case ofTable

    fileprivate func forEach(of node: Node, _ body: (Int, Node) -> Void) {
        switch self {
        case .ofTree:
            for index in 0..<node.childrenCount { body(index, node.unvisitedChild(index)) }
        case .ofTable:
            for index in 0..<Node.tableCapacity {
                if let child = Node(address: node.childWord(index)) { body(index, child) }
            }
        }
    }

    fileprivate func set(_ index: Int, of node: Node, to child: Node) {
        switch self {
        case .ofTree: node.replaceChild(index, by: child)
        case .ofTable: node.setWord(index, child.address)
        }
    }
}

extension Tree {
    /// Its nodes; nothing is looked at of one that still is a checkpoint's.
    package mutating func move(by move: NodeMove) {
        guard let root = ownRoot else { return }
        setRoot(move(root, .ofTree), count: count)
    }
}
