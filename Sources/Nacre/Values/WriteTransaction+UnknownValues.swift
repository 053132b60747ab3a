internal import NacreEngine
internal import NacreFormat

extension WriteTransaction {
    /// Leaves raw values as they are stored that nobody knows, where the object has the case that
    /// they were read as, see ``HasUnknownCase``.
    func keepUnknownValues<Owner: Entity>(
        in draft: RecordBuilder, _ binding: EntityBinding<Owner>
    ) throws {
        let places = binding.reader.unknownPlaces
        let definition = binding.definition
        let id = try draft.value(definition.schema.idOrdinal)
        guard let found = try changes.find(id, in: definition) else { return }
        for (ordinal, unknown) in places {
            let stored = try changes.value(of: ordinal, in: definition.schema, of: found)
            if unknown.keeps(stored, replacedBy: try draft.value(ordinal)) {
                _ = draft.set(ordinal, to: stored)
            }
        }
    }
}
