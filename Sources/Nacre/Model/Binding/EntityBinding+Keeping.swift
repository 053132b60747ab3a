internal import NacreEngine
internal import NacreFormat

/// Keeps stored bytes that already represent the new value, although encoding it again would give
/// other bytes.
extension EntityBinding {
    /// Keeps three kinds of stored values. Those of attributes that a view lacks always stay. Raw
    /// values that the type does not know stay if the object has the value they were read as, see
    /// ``HasUnknownCase``. Values that pass through stages that may store equal values differently
    /// stay if the object's value is equal, see ``opaqueEquality(_:_:_:)``.
    /// - Parameters:
    ///   - draft: The object's record. Receives the kept values.
    ///   - source: The source of the stored object with the draft's id, if there is one.
    func keepStored(
        of object: Owner, in draft: RecordBuilder, from source: some RecordSource
    ) throws {
        let id = try draft.value(definition.schema.idOrdinal)
        guard let found = try source.find(id, in: definition) else { return }
        func stored(_ ordinal: Int) throws -> NacreFormat.Value {
            try source.value(of: ordinal, in: definition.schema, of: found)
        }
        for ordinal in lackingOrdinals { _ = draft.set(ordinal, to: try stored(ordinal)) }
        for place in reader.unknownPlaces {
            let new = try draft.value(place.ordinal)
            let kept = place.unknown.kept(
                of: try stored(place.ordinal), replacedBy: new, as: place.type)
            guard let kept else { continue }
            _ = draft.set(place.ordinal, to: kept)
            for ordinal in place.payload { _ = draft.set(ordinal, to: try stored(ordinal)) }
        }
        try keepOpaque(of: object, in: draft, found, source)
    }

    /// Gives the attributes that a view lacks their defaults in the record of a new object.
    /// - Parameter whole: The model of the whole entity.
    /// - Throws: `invalidValue` if a required attribute has no default.
    func setDefaults(of whole: EntityModel, in draft: RecordBuilder) throws(StoreError) {
        let defaults = try DefaultValues(whole, in: reader.stageContext).values()
        for (leaf, value) in zip(whole.leaves, defaults) {
            guard let ordinal = definition.schema.ordinal(of: leaf.name),
                lackingOrdinals.contains(ordinal)
            else { continue }
            if let value {
                _ = draft.set(ordinal, to: value)
            } else if !leaf.isNullable {
                throw StoreError(
                    .invalidValue,
                    "A new object of '\(model.name)' needs a value of '\(leaf.name)', which"
                        + " '\(Owner.self)' lacks and which has no default. Insert an object of the"
                        + " whole type."
                ).about(model.name, [leaf.name])
            }
        }
    }

    /// Returns the values of the attributes that the type has.
    func own(_ values: [NacreFormat.Value]) -> [NacreFormat.Value] {
        if lackingOrdinals.isEmpty { return values }
        return values.indices.filter { !lackingOrdinals.contains($0) }.map { values[$0] }
    }

    private func keepOpaque(
        of object: Owner, in draft: RecordBuilder, _ found: FoundRecord,
        _ source: some RecordSource
    ) throws {
        var former: Owner?
        for property in opaqueProperties {
            let ordinals = storedOrdinals[property]
            let stored = try ordinals.map {
                try source.value(of: $0, in: definition.schema, of: found)
            }
            let new = try ordinals.map { try draft.value($0) }
            if new.isIdentical(to: stored) { continue }
            // A value that the type cannot read is not equal to any other.
            guard let known = former ?? (try? decode(found, in: source)) else { return }
            former = known
            guard opaqueEquality(property, known, object) == true else { continue }
            for (ordinal, value) in zip(ordinals, stored) { _ = draft.set(ordinal, to: value) }
        }
    }
}
