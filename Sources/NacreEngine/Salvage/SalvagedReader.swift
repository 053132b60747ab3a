internal import NacreFormat

/// Reads objects from the versions that a salvage has found.
struct SalvagedReader {
    let content: SalvagedContent
    let segments: SegmentSet

    /// The values of an object, and the attributes whose long values are missing.
    struct Object {
        let values: [Value]
        let missing: [String]
    }

    /// Returns an object's values in its entity's present schema, or nil if the version cannot be
    /// read.
    func object(_ version: RescuedVersion, _ schema: StoredSchema) -> Object? {
        guard let (record, layout) = record(version) else { return nil }
        var missing: [String] = []
        var values: [Value] = []
        for (ordinal, attribute) in schema.attributes.enumerated() {
            guard let own = layout.ordinal(of: attribute.id) else {
                values.append(attribute.valueOfOlderRecords)
                continue
            }
            guard layout.type(of: own) == attribute.type else { return nil }
            if let value = value(own, record, layout, version) {
                values.append(value)
            } else if record.hasExternal(layout.attributes[layout.source(of: own)], layout),
                ordinal != schema.idOrdinal, attribute.isNullable || !schema.isUnique(attribute)
            {
                missing.append(attribute.name)
                values.append(attribute.isNullable ? .null : attribute.type.emptyValue)
            } else {
                return nil
            }
        }
        return Object(values: values, missing: missing)
    }

    /// Returns only an object's id.
    func id(_ version: RescuedVersion) -> Value? {
        guard let (record, layout) = record(version) else { return nil }
        return value(layout.idOrdinal, record, layout, version)
    }

    private func record(_ version: RescuedVersion) -> (RecordView, Layout)? {
        guard version.kind == .put, let layout = content.layouts[version.layout],
            let bytes = version.bytes(in: segments)
        else { return nil }
        // Its CRC matched when it was found.
        let record = RecordView(trusted: bytes)
        guard (try? record.check(layout, origin: version.offset)) != nil else {
            return nil
        }
        return (record, layout)
    }

    private func value(
        _ ordinal: Int, _ record: RecordView, _ layout: Layout, _ version: RescuedVersion
    ) -> Value? {
        struct Missing: Error {}
        let value = try? RecordDecoder.value(
            ordinal, of: record, layout: layout, origin: version.offset,
            external: { reference throws(Missing) in
                guard let bytes = external(reference) else { throw Missing() }
                return bytes
            })
        return value?.jsonProblem() == nil ? value : nil
    }

    /// Returns an external value. Rows of external values are reused; the length and the CRC
    /// identify the right version.
    private func external(_ reference: ExternalReference) -> ByteView? {
        for version in content.externals(reference.row) where version.kind == .externalValue {
            guard let bytes = version.bytes(in: segments) else { continue }
            let value = RecordView(trusted: bytes).externalValue
            if UInt64(value.count) == reference.length, value.crc == reference.crc {
                return value
            }
        }
        return nil
    }
}

extension StoredSchema {
    /// Whether the substitute for a missing value might violate uniqueness.
    fileprivate func isUnique(_ attribute: AttributeSchema) -> Bool {
        attribute.isUnique
            || indexes.contains { $0.isUnique && $0.attributes.contains(attribute.id) }
    }
}

extension StoredType {
    /// The substitute for a missing long value of an attribute that is not nullable.
    fileprivate var emptyValue: Value {
        switch self {
        case .string: .string("")
        case .json: .json("[]")
        case .array: .array([])
        case .data, .scalar: .data([])
        }
    }
}
