internal import NacreFormat

/// One step of a path through references: of the object that a reference leads to, one value, which
/// may be the next reference.
package struct ReferenceStep: Sendable {
    let entity: String
    let attribute: String
    /// Of the value.
    let type: StoredType

    /// - Returns: the attribute that the path begins with, and the steps behind it.
    static func path(
        of sort: Sorting, in scope: FilterScope
    ) throws(OperandError) -> (AttributeSchema, [ReferenceStep]) {
        var scope = scope
        var first: AttributeSchema?
        var steps: [ReferenceStep] = []
        for name in sort.hops {
            let reference = try OperandCheck.attribute(named: name, of: scope.schema)
            try OperandCheck.check(reference, allows: .reference)
            if first == nil { first = reference } else { steps.append(Self(scope, reference)) }
            scope = try scope.target(of: reference)
        }
        let attribute = try OperandCheck.attribute(named: sort.attribute, of: scope.schema)
        try OperandCheck.check(attribute, allows: .sorting)
        guard let first else { return (attribute, []) }
        return (first, steps + [Self(scope, attribute)])
    }

    private init(_ scope: FilterScope, _ attribute: AttributeSchema) {
        entity = scope.schema.name
        self.attribute = attribute.name
        type = attribute.type
    }
}

/// Follows a path from the value of its first reference to the value at its end.
struct ReferencePath<Source: RecordSource> {
    private let source: Source
    private let steps: [(definition: EntityDefinition, ordinal: Int)]

    init(_ steps: [ReferenceStep], in source: Source) throws(StoreError) {
        self.source = source
        var found: [(EntityDefinition, Int)] = []
        for step in steps {
            let definition = try source.definition(step.entity)
            found.append((definition, definition.schema.ordinal(of: step.attribute) ?? 0))
        }
        self.steps = found
    }

    /// - Returns: null where a reference is nil or leads nowhere.
    func value(from reference: Value) throws -> Value {
        var value = reference
        for (definition, ordinal) in steps {
            guard !value.isNull, let found = try source.find(value, in: definition) else {
                return .null
            }
            value = try source.value(of: ordinal, in: definition.schema, of: found)
        }
        return value
    }
}
