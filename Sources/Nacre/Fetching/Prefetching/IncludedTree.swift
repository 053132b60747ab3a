internal import NacreEngine

/// Several paths from an object to others, with their common parts merged.
struct IncludedTree {
    /// The continuation of each attribute that leads on.
    private(set) var references: [String: IncludedTree] = [:]
    /// The members of inverses, by their type: a view's are others than those of its entity.
    private(set) var members: [MemberType: IncludedMembers] = [:]

    struct MemberType: Hashable {
        fileprivate let type: ObjectIdentifier
        fileprivate let referrers: Referrers
    }

    init() {}

    /// Merges paths.
    /// - Throws: `invalidValue` if a path cannot be followed.
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
            let key = MemberType(type: ObjectIdentifier(end.type), referrers: end.referrers)
            members[key] = end
        }
    }

    /// All references of an entity, each followed by nothing.
    init(referencesOf type: any Entity.Type) throws(StoreError) {
        for leaf in try EntityModel(type).leaves where leaf.reference != nil {
            references[leaf.name] = IncludedTree()
        }
    }
}
