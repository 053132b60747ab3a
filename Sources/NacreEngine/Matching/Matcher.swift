package import NacreFormat
internal import NacreSearch

/// Evaluates a filter for records without decoding them: it reads slots and variable values in
/// place. It is compiled for the records of one layout. Records of another layout need another
/// matcher.
///
/// A class, so passing it on costs one retain instead of one for each of its lists.
///
/// The semantics are those of ``Filter``. It allocates nothing for a record, unless a string that
/// is not ASCII must be compared.
package final class Matcher: Sendable {
    package let layout: Layout
    /// The offset of variable values in records without any flags.
    let valuesOffset: Int
    let literals: MatchLiterals
    let literalBytes: LiteralBytes
    let steps: [MatchStep]
    let start: MatchTarget
    /// The limit of the read, which long texts check; nil if it has none.
    let limit: ReadLimit?

    /// - Parameters:
    ///   - layout: A current or former layout of the schema's entity.
    ///   - limit: The limit of the read; nil if it has none.
    package init(
        _ filter: BoundFilter, layout: Layout, within limit: ReadLimit? = nil
    ) throws(StoreError) {
        self.limit = limit
        var builder = MatcherBuilder(filter.schema, layout)
        start = try builder.compile(filter.filter, .accept, .reject)
        steps = builder.steps
        literals = builder.literals
        literalBytes = LiteralBytes(builder.literals.bytes)
        self.layout = layout
        valuesOffset = layout.valuesOffset([])
    }

    /// Returns whether a test of one attribute holds for a value that is in no record.
    static func holds(
        _ test: FilterExpression, of attribute: AttributeSchema, for value: Value
    ) throws(StoreError) -> Bool {
        do {
            return try ValueMatcher(test, of: attribute).holds(for: value)
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                .schemaMismatch, "The default of '\(attribute.name)' is not a value of its type.")
        }
    }

    /// The filter's result, if it is the same for all records, otherwise nil.
    package var constant: Bool? {
        start.step >= 0 ? nil : start == .accept
    }

    /// Returns whether the filter holds for a record.
    /// - Parameters:
    ///   - record: A record of the matcher's layout, checked against it.
    ///   - origin: The record's offset in its file, for errors.
    ///   - external: Returns the bytes of an external value. Called as rarely as possible, but once
    ///     for each test that needs it.
    /// - Throws: a FormatError if bytes of the record are invalid for their type, and any error of
    ///   `external`.
    package func matches(
        _ record: RecordView, origin: Int = 0,
        external: (ExternalReference) throws -> ByteView
    ) throws -> Bool {
        precondition(record.layout == layout.id, "a matcher reads records of its layout only")
        var target = start
        while target.step >= 0 {
            let step = steps[target.step]
            let holds = try holds(step.test, record, origin, external)
            target = holds ? step.onTrue : step.onFalse
        }
        return target == .accept
    }

    @inline(__always)
    func holds(
        _ test: MatchCondition, _ record: RecordView, _ origin: Int,
        _ external: (ExternalReference) throws -> ByteView
    ) throws -> Bool {
        switch test {
        case .isNull(let offset, let mask):
            return record.isNull(at: (offset, mask))
        case .row(let rows): return literals.rowSets[rows].contains(record.row.rawValue)
        case .integer(let slot, let range):
            let number = try integer(slot, record, origin)
            return range.lowerBound <= number && number <= range.upperBound
        case .integerInList(let slot, let list):
            return literals.integerLists[list].sortedContains(try integer(slot, record, origin))
        case .number(let slot, let comparison, let literal):
            return Self.compare(number(slot, record), comparison, literal)
        case .uuid(let slot, let comparison, let literal):
            return Self.compare(uuid(slot, record), comparison, literals.uuids[literal])
        case .uuidInList(let slot, let list):
            return literals.uuidLists[list].sortedContains(uuid(slot, record))
        case .decimal(let slot, let comparison, let literal):
            let decimal = try decimal(slot, record, origin)
            return Self.compare(decimal, comparison, literals.decimals[literal])
        case .data(let place, let comparison, let literal):
            return try compareData(place, comparison, literals.data[literal], record, external)
        case .arrayEquals(let place, let literal):
            return try isArray(literals.arrays[literal], place, record, origin, external)
        case .elements(let place, let quantifier, let lookup):
            return try holds(quantifier, lookup, place, record, origin, external)
        case .valueInLookup(let ordinal, let lookup):
            return try isInLookup(lookup, ordinal, record, origin, external)
        case .textComparison(let place, let comparison, let literal):
            let text = try bytes(place, record, external)
            return try compare(text, comparison, literal, place, origin)
        case .textInList(let place, let list):
            return try isInList(try bytes(place, record, external), list, place, origin)
        case .inner(let place, let test):
            try limit?.check()
            return try holds(literals.innerTests[test], place, record, origin, external)
        case .converted(let ordinal, let test):
            let value = try RecordDecoder.value(
                ordinal, of: record, layout: layout, origin: origin, external: external)
            return try literals.valueTests[test].holds(for: value)
        case .pair(let pair):
            return try literals.pairs[pair].holds(for: record, layout, origin, external)
        case .textTest(let place, let method, let options, let literal):
            let text = try bytes(place, record, external)
            return try self.test(text, method, options, literal, place, origin)
        }
    }
}
