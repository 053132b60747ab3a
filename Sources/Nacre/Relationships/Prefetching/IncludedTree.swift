internal import NacreEngine

/// Several ways from an object to others, what they have in common once.
struct IncludedTree {
    /// By the attribute that leads on.
    private(set) var references: [String: IncludedTree] = [:]
    private(set) var members: [Referrers: any Entity.Type] = [:]

    init() {}

    /// - Throws: `invalidValue` if a way cannot be gone.
    init(_ paths: [IncludedPath]) throws(StoreError) {
        for path in paths {
            if let problem = path.problem { throw StoreError(.invalidValue, problem) }
            add(path.references[...], path.members)
        }
    }

    private mutating func add(_ references: ArraySlice<String>, _ end: IncludedMembers?) {
        if let first = references.first {
            self.references[first, default: IncludedTree()].add(references.dropFirst(), end)
        } else if let end {
            members[end.referrers] = end.type
        }
    }

    /// All references of an entity, and nothing behind them.
    init(referencesOf type: any Entity.Type) throws(StoreError) {
        for leaf in try EntityModel(type).leaves where leaf.reference != nil {
            references[leaf.name] = IncludedTree()
        }
    }
}
