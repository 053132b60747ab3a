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
