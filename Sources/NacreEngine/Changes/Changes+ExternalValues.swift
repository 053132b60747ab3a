internal import NacreFormat

/// Values over 64 KiB. Each is a record of its own, in a hidden entity that has its own rows.
extension Changes {
    /// Writes the values that are too long for their owner's record.
    /// - Parameter former: The owner's present record. Its external values are kept if they did not
    ///   change.
    /// - Returns: The references to store in the owner, by place.
    func storeExternals(
        of draft: RecordBuilder, _ definition: EntityDefinition, replacing former: FormerRecord?
    ) throws -> [Int: ExternalReference] {
        let long = longAttributes(draft)
        // Checked before anything is written, so that a refused value leaves nothing in the log.
        for attribute in long {
            let size = draft.variable(attribute.place).count
            guard size <= Format.valueSizeMax else {
                throw StoreError(
                    .invalidValue,
                    "'\(attribute.name)' of '\(definition.schema.name)' is \(size) bytes long; a"
                        + " value has at most \(Format.valueSizeMax).")
            }
        }
        defer { withExtendedLifetime(draft) {} }
        var references = draft.keptExternals
        for attribute in long {
            let value = draft.variable(attribute.place)
            references[attribute.place] =
                try kept(attribute.id, value, former) ?? storeExternal(value)
        }
        return references
    }

    /// Returns the attributes whose values do not fit into the record.
    private func longAttributes(_ draft: RecordBuilder) -> [LayoutAttribute] {
        draft.layout.attributes.filter {
            $0.type.isVariable && draft.variable($0.place).count > Format.inlineValueSizeMax
        }
    }

    private func storeExternal(_ value: ByteView) throws -> ExternalReference {
        let head = writer.entity(Int(EntityNumber.externalValue.rawValue))
        let row = RowNumber(try takeRow(head))
        let crc = value.crc
        let position = try appendRecord(.externalValue, size: RecordFields.size + value.count) {
            RecordEncoder.appendExternalValue(value, crc: crc, row: row, to: $0)
        }
        head.setRow(row.rawValue, to: position.rawValue)
        return ExternalReference(length: UInt64(value.count), row: row, crc: crc)
    }

    /// Returns the former reference if its value has the same bytes.
    func kept(
        _ attribute: AttributeID, _ value: ByteView, _ former: FormerRecord?
    ) throws(StoreError) -> ExternalReference? {
        guard let reference = former?.externals[attribute],
            reference.length == UInt64(value.count),
            try external(reference).isEqual(to: value)
        else { return nil }
        return reference
    }

    /// Deletes external values that no record refers to any more.
    func removeExternals(_ rows: [RowNumber]) throws {
        let entity = writer.entity(Int(EntityNumber.externalValue.rawValue))
        for row in rows.sorted() {
            let position = Position(entity.rows[row.rawValue])
            let size = bytes(at: position).flatMap { RecordView.paddedLength(at: $0) }
            try tombstone(row: row, layout: .externalValue, idKey: 0)
            entity.setRow(row.rawValue, to: 0)
            writer.recordDied(RecordPlace(position: position, size: size ?? 0))
            entity.giveBack(row.rawValue)
        }
    }
}

/// The facts that a change needs about the record it replaces or deletes. They are copied first,
/// because the record may lie in the buffer that the change writes to.
struct FormerRecord {
    let row: RowNumber
    let place: RecordPlace
    let layout: LayoutID
    let externals: [AttributeID: ExternalReference]

    init(_ found: FoundRecord) {
        row = found.row
        place = RecordPlace(position: found.position, size: found.record.paddedLength)
        layout = found.layout.id
        var externals: [AttributeID: ExternalReference] = [:]
        if found.record.flags.contains(.hasExternalValues) {
            for attribute in found.layout.attributes
            where attribute.type.isVariable
                && found.record.isExternal(attribute.place, found.layout)
            {
                externals[attribute.id] = ExternalReference(
                    found.record.variable(attribute.place, found.layout))
            }
        }
        self.externals = externals
    }
}
