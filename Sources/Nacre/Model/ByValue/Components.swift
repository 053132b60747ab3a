/// The strongly connected components of a graph: sets of nodes that lead to one another.
///
/// Not recursive, because a chain in a store may have any length (R. Tarjan, "Depth-first search
/// and linear graph algorithms", 1972).
struct Components {
    private let edges: [[Int]]
    private var number: [Int?]
    private var low: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var count = 0
    private var components: [[Int]] = []

    /// Returns the components of a graph.
    /// - Parameter edges: The nodes that each node leads to.
    /// - Returns: The components; each comes after all those that it leads to.
    static func of(_ edges: [[Int]]) -> [[Int]] {
        var search = Components(edges)
        for node in edges.indices where search.number[node] == nil { search.visit(node) }
        return search.components
    }

    private init(_ edges: [[Int]]) {
        self.edges = edges
        number = Array(repeating: nil, count: edges.count)
        low = Array(repeating: 0, count: edges.count)
        isOpen = Array(repeating: false, count: edges.count)
    }

    private mutating func visit(_ start: Int) {
        /// The nodes on the current path, each with the index of its next edge.
        var way = [(node: start, next: 0)]
        enter(start)
        while let (node, next) = way.last {
            guard next < edges[node].count else {
                way.removeLast()
                close(node)
                if let before = way.last?.node { low[before] = min(low[before], low[node]) }
                continue
            }
            way[way.count - 1].next += 1
            let target = edges[node][next]
            if let number = number[target] {
                if isOpen[target] { low[node] = min(low[node], number) }
            } else {
                enter(target)
                way.append((target, 0))
            }
        }
    }

    private mutating func enter(_ node: Int) {
        number[node] = count
        low[node] = count
        count += 1
        isOpen[node] = true
        open.append(node)
    }

    /// Ends a component if the node is the first visited one of it.
    private mutating func close(_ node: Int) {
        guard low[node] == number[node], let start = open.lastIndex(of: node) else { return }
        let component = Array(open[start...])
        open.removeSubrange(start...)
        for member in component { isOpen[member] = false }
        components.append(component)
    }
}
