extension RecordView {
    /// Checks that all places given by the layout are within the record, so that values can be read
    /// without further checks. Text is checked when it is decoded.
    /// - Parameter origin: The offset of the record in its file, for errors.
    package func check(_ layout: Layout, origin: Int) throws(FormatError) {
        func bad(_ field: String, _ expected: String, _ found: String) -> FormatError {
            FormatError(
                .badValue, structure: "record", field: field, offset: origin, expected: expected,
                found: found)
        }
        let flags = flags
        let known: RecordFlags = [.wide, .hasExternalValues]
        guard flags.isSubset(of: known) else {
            throw bad("flags", "only wide and external", "\(flags.rawValue)")
        }
        let start = layout.valuesOffset(flags)
        guard start <= bytes.count else {
            throw bad("length", "at least \(start)", "\(bytes.count)")
        }
        let (ends, isWide) = (layout.endsOffset, flags.contains(.wide))
        let hasExternals = flags.contains(.hasExternalValues)
        var end = 0
        for index in 0..<layout.variableCount {
            let next =
                isWide
                ? Int(bytes.load(UInt32.self, at: ends + index * 4))
                : Int(bytes.load(UInt16.self, at: ends + index * 2))
            guard next >= end, next <= bytes.count - start else {
                throw bad("end \(index)", "\(end) to \(bytes.count - start)", "\(next)")
            }
            if hasExternals, isExternal(index, layout),
                next - end != ExternalReferenceFields.size
            {
                throw bad(
                    "external value \(index)", "\(ExternalReferenceFields.size) bytes",
                    "\(next - end)")
            }
            end = next
        }
        guard start + end == bytes.count else {
            throw bad("length", "\(start + end)", "\(bytes.count)")
        }
    }

    /// Checks the rules for a tombstone or an external value.
    /// - Parameter origin: The offset of the record in its file, for errors.
    package func checkWithoutLayout(origin: Int) throws(FormatError) {
        let expected = kind == .tombstone ? RecordFields.tombstoneSize : bytes.count
        guard flags == [], bytes.count == expected, bytes[RecordFields.nulls.offset] == 0 else {
            throw FormatError(
                .badValue, structure: "record", field: "length and flags", offset: origin,
                expected: "\(expected) bytes without flags", found: "\(bytes.count)")
        }
        // The tombstone of an external value has no id.
        guard kind == .tombstone, layout == .externalValue, idKey != 0 else { return }
        throw FormatError(
            .badValue, structure: "record", field: "id key",
            offset: origin + RecordFields.idKey.offset, expected: "0, with layout 0",
            found: "\(idKey)")
    }
}
