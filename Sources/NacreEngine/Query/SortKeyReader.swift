package import NacreFormat

/// Takes sort keys out of the records of one layout.
package struct SortKeyReader: Sendable {
    package let layout: Layout
    /// By place in the key; nil where the layout is older than the attribute, which then is nil.
    private let ordinals: [Int?]

    package init(_ keys: SortKeys, layout: Layout) throws(StoreError) {
        self.layout = layout
        var ordinals: [Int?] = []
        do throws(OperandError) {
            for attribute in keys.attributes {
                ordinals.append(try LayoutPlace(attribute, layout)?.ordinal)
            }
        } catch {
            throw StoreError(error)
        }
        self.ordinals = ordinals
    }

    /// - Parameters: as of ``Matcher/matches(_:origin:external:)``.
    package func key(
        of record: RecordView, origin: Int = 0,
        external: (ExternalReference) throws -> ByteView
    ) throws -> SortKey {
        precondition(record.layout == layout.id, "a reader reads records of its layout only")
        var values: [Value] = []
        values.reserveCapacity(ordinals.count)
        for ordinal in ordinals {
            guard let ordinal else {
                values.append(.null)
                continue
            }
            values.append(
                try RecordDecoder.value(
                    ordinal, of: record, layout: layout, origin: origin, external: external))
        }
        return SortKey(values: values)
    }
}
