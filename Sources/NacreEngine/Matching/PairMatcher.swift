internal import NacreFormat

/// Compares two attributes of an object with each other in the records of one layout. The tests
/// have Swift's semantics: nil equals only nil and has no order, NaN equals nothing, and texts are
/// compared as Swift's String.
final class PairMatcher: Sendable {
    /// One of the two attributes.
    struct Side: Sendable {
        let step: ValueStep
        /// The value in records that are older than the attribute.
        let constant: Value
        /// The attribute's ordinal. Nil if the layout is older than the attribute.
        let ordinal: Int?

        init(_ attribute: AttributeSchema, _ layout: Layout) throws(OperandError) {
            step = try ValueStep(attribute, layout)
            constant = attribute.valueOfOlderRecords
            ordinal = layout.ordinal(of: attribute.id)
        }
    }

    private let first: Side
    private let comparison: ComparisonOperator
    private let second: Side

    init(_ first: Side, _ comparison: ComparisonOperator, _ second: Side) {
        self.first = first
        self.comparison = comparison
        self.second = second
    }

    /// Returns whether the comparison holds.
    /// - Parameters: Those of ``Matcher/matches(_:origin:external:)``.
    func holds(
        for record: RecordView, _ layout: Layout, _ origin: Int,
        _ external: (ExternalReference) throws -> ByteView
    ) throws -> Bool {
        if let holds = plainly(record) { return holds }
        func value(_ side: Side) throws -> Value {
            guard let ordinal = side.ordinal else { return side.constant }
            return try RecordDecoder.value(
                ordinal, of: record, layout: layout, origin: origin, external: external)
        }
        return comparison.holds(try value(first), try value(second))
    }

    /// Returns the result if the record decides it without decoding, otherwise nil.
    private func plainly(_ record: RecordView) -> Bool? {
        switch (first.step, second.step) {
        case (.integer(let one, let null), .integer(let other, let otherNull)):
            if let holds = ofNulls(null, otherNull, record) { return holds }
            guard let number = one.value(in: record.bytes),
                let otherNumber = other.value(in: record.bytes)
            else { return nil }
            return Matcher.compare(number, comparison, otherNumber)
        case (.number(let one, let null), .number(let other, let otherNull)):
            if let holds = ofNulls(null, otherNull, record) { return holds }
            return Matcher.compare(
                one.value(in: record.bytes), comparison, other.value(in: record.bytes))
        case (.text(let one, let null), .text(let other, let otherNull)):
            if let holds = ofNulls(null, otherNull, record) { return holds }
            guard let text = one.plainBytes(of: record), text.isBeforeMarks(text.count),
                let otherText = other.plainBytes(of: record),
                otherText.isBeforeMarks(otherText.count)
            else { return nil }
            return Matcher.compare(text.compare(otherText), comparison, 0)
        default: return nil
        }
    }

    /// Returns the result if one or both values are null, otherwise nil.
    private func ofNulls(_ first: NullPlace, _ second: NullPlace, _ record: RecordView) -> Bool? {
        comparison.ofNulls(first.isNull(record), second.isNull(record))
    }
}

extension ComparisonOperator {
    /// Returns whether the comparison holds for the values of two attributes.
    func holds(_ one: Value, _ other: Value) -> Bool {
        ofNulls(one.isNull, other.isNull) ?? one.compare(self, other)
    }

    /// Returns the result if one or both values are nil, otherwise nil.
    fileprivate func ofNulls(_ isFirst: Bool, _ isSecond: Bool) -> Bool? {
        switch (isFirst, isSecond) {
        case (false, false): nil
        case (true, true): holdsForNils
        default: self == .notEqual
        }
    }
}
