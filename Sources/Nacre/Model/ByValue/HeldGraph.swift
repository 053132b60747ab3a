internal import NacreEngine
internal import NacreFormat

/// The maximum depth of objects that hold one another. Deeper values could be read, but the program
/// would overflow its stack when it releases them.
enum HeldDepth {
    static let max = 1000
    /// The maximum if objects are read recursively, and not in a planned order.
    static let unplannedMax = 100

    static func exceeded(_ entity: String, _ key: HeldKey, _ limit: Int) -> StoreError {
        StoreError(
            .undecodable,
            "The object of '\(entity)' with id \(key.idText) holds more than \(limit) objects"
                + " inside of one another. Declare the property as a Ref.")
    }
}

/// All objects that one object holds by value, and the order to read them in if their types may
/// lead back to themselves.
///
/// Values have no cycles. If objects lead to one another in a cycle, each holds only those that are
/// further away from the requested object than itself, and the references back end: they are nil,
/// or left out of an array. The distance is counted in steps, so the order of an array, and of
/// earlier reads, makes no difference.
struct HeldGraph {
    /// One of the objects.
    struct Node {
        let type: any Entity.Type
        let key: HeldKey
        let found: FoundRecord
        /// The number of steps from the requested object.
        let level: Int
    }

    private var nodes: [Node] = []
    private var edges: [[Int]] = []
    private var places: [HeldKey: Int] = [:]
    private let registry: EntityRegistry

    /// Finds all held objects, breadth first.
    /// - Parameters:
    ///   - root: The requested object.
    ///   - reader: The reader of its entity.
    init(
        from root: FoundRecord, of reader: ObjectReader, in source: some RecordSource,
        _ registry: EntityRegistry
    ) throws(StoreError) {
        self.registry = registry
        let key = HeldKey(reader, try StoreError.typed { try source.id(of: root) })
        try add(root, key, reader.type, level: 0)
        var place = 0
        while place < nodes.count {
            try follow(place, in: source)
            place += 1
        }
    }

    private mutating func add(
        _ found: FoundRecord, _ key: HeldKey, _ type: any Entity.Type, level: Int
    ) throws(StoreError) {
        places[key] = nodes.count
        nodes.append(Node(type: type, key: key, found: found, level: level))
        edges.append([])
    }

    private mutating func follow(
        _ place: Int, in source: some RecordSource
    ) throws(StoreError) {
        let node = nodes[place]
        let reader = try registry.reader(of: node.type)
        for held in reader.heldPlaces {
            let target = try registry.reader(of: held.type)
            let ids = try StoreError.typed {
                try reader.references(in: node.found, at: held, source)
            }
            for id in ids {
                let key = HeldKey(target, id)
                if places[key] == nil {
                    let found = try StoreError.typed {
                        try source.find(id, in: target.definition)
                    }
                    guard let found else { continue }
                    try add(found, key, held.type, level: node.level + 1)
                }
                if let end = places[key] { edges[place].append(end) }
            }
        }
    }

    /// The rows of all objects except the requested one.
    var rows: Set<HeldRow> {
        Set(nodes.dropFirst().map { HeldRow(entity: $0.key.entity, row: $0.found.row) })
    }

    /// Returns the stored values of all objects.
    func values(in source: some RecordSource) throws(StoreError) -> [HeldKey: [Value]] {
        var values: [HeldKey: [Value]] = [:]
        for node in nodes {
            let schema = try registry.reader(of: node.type).definition.schema
            values[node.key] = try StoreError.typed {
                try source.values(of: node.found, schema: schema)
            }
        }
        return values
    }

    /// Returns all objects except the requested one, in groups. The objects that a group's members
    /// hold are in earlier groups, or left out.
    /// - Throws: `undecodable` if they are nested too deep.
    func groups() throws(StoreError) -> [[Node]] {
        var groups: [[Node]] = []
        /// The number of objects nested in each node, itself included; 0 before the node was
        /// visited.
        var depths = Array(repeating: 0, count: nodes.count)
        for component in Components.of(edges) {
            let levels = Dictionary(grouping: component) { nodes[$0].level }
            for (_, members) in levels.sorted(by: { $0.key > $1.key }) {
                let found = members.map { 1 + (edges[$0].map { depths[$0] }.max() ?? 0) }
                for (member, depth) in zip(members, found) {
                    guard depth <= HeldDepth.max else {
                        let node = nodes[member]
                        throw HeldDepth.exceeded(node.type.entityName, node.key, HeldDepth.max)
                    }
                    depths[member] = depth
                }
                let others = members.filter { $0 != 0 }.sorted().map { nodes[$0] }
                if !others.isEmpty { groups.append(others) }
            }
        }
        return groups
    }
}
