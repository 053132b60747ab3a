/// Compacts nodes: copies those in nearly empty slabs to free places in other slabs, so the former
/// can be returned to the system. Like any change, it copies nodes, so existing versions are
/// unaffected.
///
/// The pending change does nothing else: all nodes are older, and each copy is a new node.
package struct NodeMove {
    private let pool: NodePool
    /// The slabs to be emptied.
    private let slabs: Set<NodeSlabs.Large>

    init(outOf slabs: Set<NodeSlabs.Large>, _ pool: NodePool) {
        self.slabs = slabs
        self.pool = pool
    }

    /// Moves a node and the nodes below it.
    /// - Returns: The node, or the copy that replaces it.
    func callAsFunction(_ node: Node, _ children: NodeChildren) -> Node {
        move(node, level: node.level, children)
    }

    /// Moves a node and the nodes below it.
    /// - Parameter level: The node's level, passed down so that leaves that stay in place are not
    ///   read.
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

/// The way in which nodes above the leaves refer to their children.
enum NodeChildren {
    /// A tree: all children up to the node's count.
    case ofTree
    /// A row table: each word that is not 0.
    case ofTable

    func forEach(of node: Node, _ body: (Int, Node) -> Void) {
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
    /// Moves the tree's nodes. The nodes of a deferred tree, which belong to a checkpoint, are not
    /// read.
    package mutating func move(by move: NodeMove) {
        guard let root = ownRoot else { return }
        setRoot(move(root, .ofTree), count: count)
    }
}
