internal import NacreFormat

/// An attribute in a request whose values passed through stages on their way into the store, with
/// the consequences for filters and indexes, which use only the stored form.
public struct StagedAttribute: Sendable, Hashable, CustomStringConvertible {
    /// The attribute's stored name.
    public let attribute: String
    /// The names of the stages, in the order in which they are applied on writing.
    public let stages: [String]
    /// Whether equal values have equal stored forms. If not, as with `.lz4`, only nil can be
    /// searched for, and indexes help with nothing else.
    public let keepsEquality: Bool
    /// Whether the stored form keeps the values' order, as with `.uuidString`. If not, sorts and
    /// ranges use the order of the stored form.
    public let keepsOrder: Bool
    /// Whether parts of a value are stored as the same parts of its text. If not, tests of text use
    /// the stored form.
    public let keepsText: Bool

    /// - Returns: nil if the attribute has no stages.
    init?(_ attribute: AttributeSchema) {
        // A derived value is stored as it is. Its version takes the place of a stage.
        let stages = attribute.pipeline.filter { !$0.hasPrefix(Format.derivedStagePrefix) }
        if stages.isEmpty { return nil }
        self.attribute = attribute.name
        self.stages = stages
        keepsEquality = Pipeline.keepsEquality(stages)
        keepsOrder = Pipeline.keepsOrder(stages)
        keepsText = Pipeline.keepsText(stages)
    }

    /// A description for people. Its text may change in any version.
    public var description: String {
        let name = FilterText.name(attribute)
        let stored = "\(name) is stored through \(stages.joined(separator: ", "))"
        if keepsOrder {
            return stored + ": equality and order are kept, and filters, sorts and indexes use the"
                + " stored values"
        }
        guard keepsEquality else {
            return stored
                + ": neither equality nor order is kept, and filters can only test for nil"
        }
        let kept = keepsText ? "equality and parts of text are kept" : "equality is kept"
        return stored + ": \(kept), and the order is that of the stored values"
    }
}

extension StoredSchema {
    /// Returns the attributes with stages that a query names, in the order of the schema.
    /// - Parameter others: Further attributes that count as named.
    func staged(in query: Query, alsoNaming others: Set<String>) -> [StagedAttribute] {
        guard attributes.contains(where: { !$0.pipeline.isEmpty }) else { return [] }
        let names = query.filter.ownAttributes.union(query.sorts.compactMap(\.ownAttribute))
            .union(others)
        return attributes.filter { names.contains($0.name) }.compactMap(StagedAttribute.init)
    }
}

extension SortTerm {
    /// The attribute. Nil if it belongs to another object.
    fileprivate var ownAttribute: String? { hops.isEmpty ? attribute : nil }
}
