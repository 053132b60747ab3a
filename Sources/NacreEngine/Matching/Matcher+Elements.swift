import NacreFormat

/// A set of values for lookups, in the fastest form that their type allows.
struct ValueLookup: Sendable {
    private enum Content: Sendable {
        /// Integers in ascending order, in the form in which slots of this kind are compared.
        case integers([Int64], MatchCondition.IntegerSlot.Kind)
        /// Values without NaN, which no filter finds.
        case values(Set<Value>)
    }

    let type: StoredType
    private let content: Content

    /// - Parameter type: The type of the values.
    init(_ values: [Value], for type: StoredType) {
        self.type = type
        if let kind = type.scalar.flatMap({ MatchCondition.IntegerSlot.Kind($0) }) {
            let integers = values.compactMap(MatcherBuilder.integer).sorted()
            content = .integers(integers, kind)
        } else {
            content = .values(Set(values.lazy.filter { !$0.isNaN }))
        }
    }

    func contains(_ value: Value) -> Bool {
        switch content {
        case .integers(let list, _): MatcherBuilder.integer(value).map(list.sortedContains) ?? false
        case .values(let values): values.contains(value)
        }
    }

    /// - Returns: nil if the bytes are not a scalar of the type.
    func contains(_ element: ScalarType, in bytes: ByteView, at offset: Int) -> Bool? {
        if case .integers(let list, let kind) = content, type == .scalar(element) {
            return kind.value(in: bytes, at: offset).map(list.sortedContains)
        }
        return ScalarCoding.load(element, from: bytes, at: offset).map(contains)
    }
}

/// Tests of array elements, and lookups of values of types that rarely occur in long lists.
extension Matcher {
    /// Returns whether any element, every element, or a number of them is among the values of a
    /// lookup.
    func holds(
        _ quantifier: Quantifier, _ number: Int, _ place: MatchCondition.VariablePlace,
        _ record: RecordView, _ origin: Int,
        _ external: (ExternalReference) throws -> ByteView
    ) throws -> Bool {
        let bytes = try bytes(place, record, external)
        let lookup = literals.lookups[number]
        if case .count(let comparison, let wanted) = quantifier {
            let count = try count(of: lookup, bytes, place, origin)
            return Self.compare(count, comparison, wanted)
        }
        // The result of a lookup that ends the search.
        let decisive = quantifier == .any
        guard case .array(let element) = layout.attributes[place.ordinal].type else {
            guard let text = bytes.string else { throw badValue(place.ordinal, at: origin) }
            let references = Value.json(text).references(as: lookup.type)
            return references.contains { lookup.contains($0) == decisive } == decisive
        }
        let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: element.width)
        guard rest == 0 else { throw badValue(place.ordinal, at: origin) }
        for index in 0..<count {
            let isThere = lookup.contains(element, in: bytes, at: index * element.width)
            guard let isThere else { throw badValue(place.ordinal, at: origin) }
            if isThere == decisive { return decisive }
        }
        return !decisive
    }

    /// Returns the number of elements that are among the values of a lookup.
    private func count(
        of lookup: ValueLookup, _ bytes: ByteView, _ place: MatchCondition.VariablePlace,
        _ origin: Int
    ) throws -> Int64 {
        let type = layout.attributes[place.ordinal].type
        guard let value = RecordDecoder.value(of: bytes, as: type) else {
            throw badValue(place.ordinal, at: origin)
        }
        return Int64(value.references(as: lookup.type).count { lookup.contains($0) })
    }

    /// Returns whether a value is among those of a lookup.
    func isInLookup(
        _ number: Int, _ ordinal: Int, _ record: RecordView, _ origin: Int,
        _ external: (ExternalReference) throws -> ByteView
    ) throws -> Bool {
        let value = try RecordDecoder.value(
            ordinal, of: record, layout: layout, origin: origin, external: external)
        return literals.lookups[number].contains(value)
    }
}
