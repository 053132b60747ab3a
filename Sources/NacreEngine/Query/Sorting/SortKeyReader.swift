package import NacreFormat

/// A reader of sort keys from the records of one layout.
package final class SortKeyReader: Sendable {
    package let layout: Layout
    /// The source of a value of the key.
    private enum Source: Sendable {
        case ordinal(Int)
        /// A constant for all records: the layout is older than the attribute.
        case constant(Value)
    }

    /// The sources, by place in the key.
    private let sources: [Source]
    let prefix: SortPrefixReader
    /// The order for comparing records in place; nil if keys have to be made to compare two
    /// records.
    let order: RecordOrder?

    package init(_ keys: SortKeys, layout: Layout) throws(StoreError) {
        self.layout = layout
        var sources: [Source] = []
        do throws(OperandError) {
            order = try RecordOrder(keys, layout: layout)
            for (attribute, path) in zip(keys.attributes, keys.paths) {
                guard path.isOwn else {
                    // Read by the caller.
                    sources.append(.constant(.null))
                    continue
                }
                let ordinal = try LayoutPlace(attribute, layout)?.ordinal
                sources.append(
                    ordinal.map { .ordinal($0) } ?? .constant(attribute.valueOfOlderRecords))
            }
        } catch {
            throw StoreError(error)
        }
        self.sources = sources
        prefix = try SortPrefixReader(keys, layout: layout)
    }

    /// Returns the sort key of a record.
    /// - Parameters: As in ``Matcher/matches(_:origin:external:)``.
    package func key(
        of record: RecordView, origin: Int = 0,
        external: (ExternalReference) throws -> ByteView
    ) throws -> SortKey {
        precondition(record.layout == layout.id, "a reader reads records of its layout only")
        var values: [Value] = []
        values.reserveCapacity(sources.count)
        for source in sources {
            switch source {
            case .constant(let value): values.append(value)
            case .ordinal(let ordinal):
                values.append(
                    try RecordDecoder.value(
                        ordinal, of: record, layout: layout, origin: origin, external: external))
            }
        }
        return SortKey(values: values)
    }
}
