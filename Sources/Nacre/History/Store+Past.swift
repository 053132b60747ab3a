internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// Former states.
extension Store {
    /// Returns a former state of the store, which is read like the present one: requests,
    /// aggregates, pages and references all work, with the indexes of the present schema.
    ///
    /// ```swift
    /// let march = try store.snapshot(at: .date(date))
    /// let large = try march.fetch(City.where { $0.population > 500_000 })
    /// ```
    /// The first call in a process walks over the files of the store, about 0.4 s for a million
    /// records. After that it takes the time to take back what has changed since: up to 1 us for
    /// each changed object. Each index is taken back when it is first read, which takes up to 2 us
    /// for each changed object. Reads are then as fast as those of the present state.
    ///
    /// Objects are read by the present types: attributes that were added later have the values that
    /// they would have in an old object that was never saved since.
    /// - Parameters:
    ///   - point: The moment.
    ///   - label: A label that ``statistics`` shows.
    /// - Throws: `historyGone` if the state is older than the ``horizon`` and not marked,
    ///   `invalidValue` for a commit that does not exist yet, `noSuchObject` for a mark that does
    ///   not exist, `closed`, `corrupt`, `io`. Reading an entity whose own policy keeps less throws
    ///   `historyGone`, too.
    public func snapshot(
        at point: HistoryPoint, label: String? = nil
    ) throws(StoreError) -> Snapshot {
        let content = try StoreError.typed {
            try database.snapshot(at: commit(at: point), label: label)
        }
        return Snapshot(content, registry.part { content.catalog[$0] != nil })
    }

    /// Returns the number of the commit that a moment means.
    func commit(at point: HistoryPoint) throws -> CommitNumber {
        switch point.kind {
        case .commit(let number): return CommitNumber(number)
        case .date(let date): return try database.newestCommit(until: date.microseconds)
        case .token(let token): return try database.commit(of: token)
        case .mark(let name):
            guard let mark = try database.historySettings().marks.first(where: { $0.name == name })
            else { throw StoreError(.noSuchObject, "There is no mark '\(name)'.") }
            return CommitNumber(mark.commit)
        }
    }

    /// Returns the states that an object has had, newest first. It includes the state at the
    /// ``horizon`` and all after it.
    ///
    /// ```swift
    /// for revision in try store.history(of: City.self, "NO-OSL") {
    ///     print(revision.date, revision.author ?? "", try revision.value?.name ?? "deleted")
    /// }
    /// ```
    /// Values are decoded when they are read.
    /// - Throws: `unknownEntity` if the store was opened without the type, `closed`, `corrupt`,
    ///   `io`.
    public func history<Owner: Entity>(
        of type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> [ObjectRevision<Owner>] {
        let binding = try registry.binding(type)
        let found = try revisions(of: id, binding)
        return found.revisions.map { ObjectRevision($0, found, binding) }
    }

    /// Returns the states that an object has had, newest first, as ``history(of:_:)`` does.
    /// - Throws: The errors of ``history(of:_:)``.
    public func history<Owner: Entity>(
        of id: ObjectID<Owner>
    ) throws(StoreError) -> [ObjectRevision<Owner>] where Owner.ID == ObjectID<Owner> {
        try history(of: Owner.self, id)
    }

    /// Returns for each attribute of an object the commit that gave it its present value; nil if
    /// there is no such object. If that was before the ``horizon``, it is the oldest commit that is
    /// known.
    /// - Returns: The revisions, by the name of the stored attribute.
    /// - Throws: The errors of ``history(of:_:)``.
    public func blame<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> [String: ObjectRevision<Owner>]? {
        let binding = try registry.binding(type)
        let found = try revisions(of: id, binding)
        let schema = binding.definition.schema
        guard let origins = try StoreError.typed({ try found.origins(of: schema) }) else {
            return nil
        }
        let names = schema.attributes.map(\.name)
        return Dictionary(
            uniqueKeysWithValues: zip(names, origins).map { name, revision in
                (name, ObjectRevision(revision, found, binding))
            })
    }

    private func revisions<Owner: Entity>(
        of id: Owner.ID, _ binding: EntityBinding<Owner>
    ) throws(StoreError) -> ObjectRevisions {
        let value = try StoredValue(of: id, in: Owner.self).value
        return try StoreError.typed { try database.revisions(of: value, in: binding.model.name) }
    }
}
