internal import NacreFormat

/// A matcher for the objects that an array of references leads to.
final class MembersMatcher: ObjectMatcher {
    /// The place of the object that has the array.
    private let place: Int
    private let schema: StoredSchema
    private let ordinal: Int
    private let target: EntityDefinition
    private let members: QuantifiedMatcher
    private let source: StoreView

    /// - Parameters:
    ///   - schema: The schema of the object that has the array.
    ///   - target: The definition of the objects in the array.
    init(
        _ ordinal: Int, of place: Int, _ schema: StoredSchema, to target: EntityDefinition,
        _ members: QuantifiedMatcher, in source: StoreView
    ) {
        self.place = place
        self.schema = schema
        self.ordinal = ordinal
        self.target = target
        self.members = members
        self.source = source
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        guard let found = objects[place] else { return members.holdsForNil }
        let value = try source.value(of: ordinal, in: schema, of: found)
        if value.isNull { return members.holdsForNil }
        let references = value.references(as: target.schema.idAttribute.type)
        // No test holds for a reference without a target.
        return try members.holds(for: references, &objects) { id in
            try source.find(id, in: target)
        }
    }
}
