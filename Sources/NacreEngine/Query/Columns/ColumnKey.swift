internal import NacreFormat

/// An attribute by which columns group objects.
struct ColumnKey {
    let attribute: AttributeSchema
    let exactness: OrderKey.Exactness
    private var reader: ColumnReader
    /// The steps that read the value from a record, if several values share a key.
    private var steps: LayoutCache<LayoutContent<ValueStep>>

    /// Returns nil if the attribute has no column, or if its keys never tell values apart without
    /// the records.
    init?(
        _ path: BoundPath, of definition: EntityDefinition, _ columns: ColumnStore,
        in source: StoreView
    ) {
        let attribute = path.attribute
        exactness = OrderKey.Exactness(attribute.type)
        guard path.isOwn, attribute.isColumnar, exactness != .never else { return nil }
        self.attribute = attribute
        reader = ColumnReader(of: attribute, definition, columns, in: source)
        steps = LayoutCache { layout in
            do throws(OperandError) {
                return LayoutContent(try ValueStep(attribute, layout))
            } catch {
                throw StoreError(error)
            }
        }
    }

    mutating func chunk(of leaf: Node, from first: UInt32) throws -> ColumnChunk {
        try reader.chunk(of: leaf, from: first)
    }

    /// Appends the value in a record to a group key, if the column does not determine it.
    /// - Parameter place: The index of the attribute in the key.
    mutating func append(
        _ found: FoundRecord, _ place: Int, to key: inout GroupKey, in source: StoreView
    ) throws {
        // In columns, null has a word of its own. This bit marks words that come from the value.
        key.appendNull(place)
        let step = try steps[found.layout].content
        try step.append(found, place, of: attribute, to: &key, in: source)
    }
}
