internal import NacreFormat

/// Compares two attributes of an object with each other, as they stand in the records of one
/// layout. The tests mean what Swift means by them: nil equals only nil and has no place in the
/// order, NaN equals nothing, and texts are compared as Swift's String.
final class AttributePair: Sendable {
    /// One of the two.
    struct Side: Sendable {
        let step: ValueStep
        /// Of records that are older than the attribute.
        let constant: Value
        /// Nil if the layout is older.
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

    /// - Parameters: as of ``Matcher/matches(_:origin:external:)``.
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

    /// Nil if it takes more than a look at the record.
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

    /// Nil if neither is null.
    private func ofNulls(_ first: NullPlace, _ second: NullPlace, _ record: RecordView) -> Bool? {
        comparison.ofNulls(first.isNull(record), second.isNull(record))
    }
}

extension ComparisonOperator {
    /// What it says of the values of two attributes.
    func holds(_ one: Value, _ other: Value) -> Bool {
        ofNulls(one.isNull, other.isNull) ?? one.compare(self, other)
    }

    /// What it says of two values of which one or both may be nil; nil if neither is.
    fileprivate func ofNulls(_ isFirst: Bool, _ isSecond: Bool) -> Bool? {
        switch (isFirst, isSecond) {
        case (false, false): nil
        case (true, true): holdsForNils
        default: self == .notEqual
        }
    }
}
