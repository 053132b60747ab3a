internal import NacreFormat

/// An attribute of a request whose values went through stages on their way into the store, and what
/// that means for filters and indexes: these know what is stored, and nothing else.
public struct StagedAttribute: Sendable, Hashable, CustomStringConvertible {
    /// Its stored name.
    public let attribute: String
    /// The names of its stages, in the order in which they are applied on writing.
    public let stages: [String]
    /// Whether equal values are stored equally. Where they are not, as behind `.lz4`, only nil can
    /// be looked for, and no index helps with anything else.
    public let keepsEquality: Bool
    /// Whether values are stored in their order, as behind `.uuidString`. Where they are not, what
    /// sorts and ranges go by is the order of what is stored.
    public let keepsOrder: Bool

    /// - Returns: nil if the attribute has none.
    init?(_ attribute: AttributeSchema) {
        // What is derived is stored as it is; its version stands in the place of a stage.
        let stages = attribute.pipeline.filter { !$0.hasPrefix(Format.derivedStagePrefix) }
        if stages.isEmpty { return nil }
        self.attribute = attribute.name
        self.stages = stages
        keepsEquality = Pipeline.keepsEquality(stages)
        keepsOrder = Pipeline.keepsOrder(stages)
    }

    /// For people. It may change with any version.
    public var description: String {
        let name = FilterText.name(attribute)
        let stored = "\(name) is stored through \(stages.joined(separator: ", "))"
        if keepsOrder {
            return stored + ", which keep equality and order: filters, sorts and indexes go by"
                + " what is stored"
        }
        return keepsEquality
            ? stored + ", and equal values equally: the order is that of what is stored"
            : stored + ", which keep neither equality nor order: only nil can be looked for, by an"
                + " index or without"
    }
}

extension EntitySchema {
    /// The attributes with stages that a query names, in the order of the schema.
    /// - Parameter others: that count as named, too.
    func staged(in query: Query, alsoNaming others: Set<String>) -> [StagedAttribute] {
        guard attributes.contains(where: { !$0.pipeline.isEmpty }) else { return [] }
        let names = query.filter.attributes.union(query.sorts.compactMap(\.ownAttribute))
            .union(others)
        return attributes.filter { names.contains($0.name) }.compactMap(StagedAttribute.init)
    }
}

extension Sorting {
    /// Nil if it is one of another object.
    fileprivate var ownAttribute: String? { hops.isEmpty ? attribute : nil }
}

extension Filter {
    /// The attributes of the object itself that are tested.
    fileprivate var attributes: Set<String> {
        var names: Set<String> = []
        var pending = [self]
        while let filter = pending.popLast() {
            if let name = filter.attribute { names.insert(name) }
            switch filter {
            case .and, .or, .not: pending += filter.parts
            case .attributes(let one, _, let other):
                for path in [one, other] where path.isOwn { names.insert(path.attribute) }
            // The tests inside are of elements, or of other objects.
            default: break
            }
        }
        return names
    }
}
