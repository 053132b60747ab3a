internal import NacreEngine
internal import NacreFormat

/// Keeps stored bytes that already represent the new value, although encoding it again would give
/// other bytes.
extension EntityBinding {
    /// Keeps raw values that the type does not know if the object has what they were read as, see
    /// ``HasUnknownCase``, and values behind stages that may store equal ones differently if the
    /// object's is the same, see ``opaqueEquality(_:_:_:)``.
    /// - Parameters:
    ///   - draft: of the object, and what is stored afterwards.
    ///   - source: has the object with the draft's id as it is stored, if there is one.
    func keepStored(
        of object: Owner, in draft: RecordBuilder, from source: some RecordSource
    ) throws {
        let id = try draft.value(definition.schema.idOrdinal)
        guard let found = try source.find(id, in: definition) else { return }
        func stored(_ ordinal: Int) throws -> NacreFormat.Value {
            try source.value(of: ordinal, in: definition.schema, of: found)
        }
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
            // What the type cannot read is not equal to anything.
            guard let known = former ?? (try? decode(found, in: source)) else { return }
            former = known
            guard opaqueEquality(property, known, object) == true else { continue }
            for (ordinal, value) in zip(ordinals, stored) { _ = draft.set(ordinal, to: value) }
        }
    }
}
