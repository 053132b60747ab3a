internal import NacreFormat

/// A matcher for the objects that refer to an object.
final class ReferrersMatcher: ObjectMatcher {
    /// The place of the object that they refer to.
    private let place: Int
    private let schema: StoredSchema
    private var search: ReferrerSearch
    private let members: QuantifiedMatcher
    private let source: StoreView

    /// - Parameter schema: The schema of the object that they refer to.
    init(
        _ search: ReferrerSearch, of place: Int, _ schema: StoredSchema,
        _ members: QuantifiedMatcher, in source: StoreView
    ) {
        self.place = place
        self.schema = schema
        self.search = search
        self.members = members
        self.source = source
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        guard let found = objects[place] else { return members.holdsForNil }
        let id = try source.value(of: schema.idOrdinal, in: schema, of: found)
        let rows = try search.rows(referringTo: [id])
        return try members.holds(for: rows, &objects) { row in
            try source.record(of: row, in: search.definition)
        }
    }
}
