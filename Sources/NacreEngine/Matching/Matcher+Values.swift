import NacreFormat

/// Reads of values in their slots, and comparisons of them.
extension Matcher {
    func integer(
        _ place: MatchCondition.IntegerSlot, _ record: RecordView, _ origin: Int
    ) throws(FormatError) -> Int64 {
        guard let number = place.value(in: record.bytes) else {
            throw badValue(place.slot.ordinal, at: origin + place.slot.offset)
        }
        return number
    }

    func number(_ place: MatchCondition.NumberSlot, _ record: RecordView) -> Double {
        place.value(in: record.bytes)
    }

    func uuid(_ slot: MatchCondition.Slot, _ record: RecordView) -> UUIDValue {
        UUIDValue(
            high: record.bytes.load(UInt64.self, at: slot.offset).byteSwapped,
            low: record.bytes.load(UInt64.self, at: slot.offset + 8).byteSwapped)
    }

    func decimal(
        _ slot: MatchCondition.Slot, _ record: RecordView, _ origin: Int
    ) throws(FormatError) -> DecimalValue {
        let value = ScalarCoding.load(.decimal, from: record.bytes, at: slot.offset)
        guard case .decimal(let decimal)? = value else {
            throw badValue(slot.ordinal, at: origin + slot.offset)
        }
        return decimal
    }

    /// Returns the bytes of a variable value, which may be external.
    func bytes(
        _ place: MatchCondition.VariablePlace, _ record: RecordView,
        _ external: (ExternalReference) throws -> ByteView
    ) throws -> ByteView {
        let end = layout.endsOffset + place.index * 2
        if let bytes = record.plainVariable(place.index, endsAt: end, values: valuesOffset) {
            return bytes
        }
        let bytes = record.variable(place.index, layout)
        guard record.isExternal(place.index, layout) else { return bytes }
        return try external(ExternalReference(bytes))
    }

    /// Returns the length of a variable value in bytes, even if it is external. Fetches nothing.
    private func length(_ place: MatchCondition.VariablePlace, _ record: RecordView) -> UInt64 {
        let bytes = record.variable(place.index, layout)
        guard record.isExternal(place.index, layout) else { return UInt64(bytes.count) }
        return ExternalReference(bytes).length
    }

    /// Compares data, ordered by the first differing byte. A prefix comes before its continuations.
    func compareData(
        _ place: MatchCondition.VariablePlace, _ comparison: ComparisonOperator,
        _ literal: Range<Int>, _ record: RecordView,
        _ external: (ExternalReference) throws -> ByteView
    ) throws -> Bool {
        let literal = literalBytes[literal]
        guard comparison == .equal else {
            let order = try bytes(place, record, external).compare(literal)
            return Self.compare(order, comparison, 0)
        }
        // Data of another length differs, so it need not be fetched.
        guard length(place, record) == UInt64(literal.count) else { return false }
        return try bytes(place, record, external).isEqual(to: literal)
    }

    /// Returns whether an array's elements equal those of the literal, one by one. Comparing bytes
    /// would be wrong for zeros and NaN.
    func isArray(
        _ literal: [Value], _ place: MatchCondition.VariablePlace, _ record: RecordView,
        _ origin: Int, _ external: (ExternalReference) throws -> ByteView
    ) throws -> Bool {
        guard case .array(let element) = layout.attributes[place.ordinal].type,
            length(place, record) == UInt64(literal.count * element.width)
        else { return false }
        let bytes = try bytes(place, record, external)
        for (index, expected) in literal.enumerated() {
            guard let value = ScalarCoding.load(element, from: bytes, at: index * element.width)
            else { throw badValue(place.ordinal, at: origin) }
            if !value.compare(.equal, expected) { return false }
        }
        return true
    }

    /// Compares with Swift's own operators. Those of Double are false for NaN, except `!=`.
    @inline(__always)
    static func compare<Operand: Comparable>(
        _ left: Operand, _ comparison: ComparisonOperator, _ right: Operand
    ) -> Bool {
        switch comparison {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }

    func badValue(_ ordinal: Int, at offset: Int) -> FormatError {
        let attribute = layout.attributes[ordinal]
        return FormatError(
            .badValue, structure: "record", field: "attribute '\(attribute.name)'",
            offset: offset, expected: attribute.type.name, found: "other bytes")
    }
}

extension Array where Element: Comparable {
    /// Returns whether an array in ascending order contains an element.
    func sortedContains(_ element: Element) -> Bool {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == element
    }
}
