internal import NacreFormat

/// One of the attributes by which columns group objects.
struct ColumnKey {
    let attribute: AttributeSchema
    let exactness: OrderKey.Exactness
    private var reader: ColumnReader
    /// Of keys that are those of several values.
    private var steps: LayoutCache<LayoutContent<ValueStep>>

    /// - Returns: nil if the attribute has no column, or one whose keys tell values apart only
    ///   together with the records.
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

    /// Adds the value in a record to the key of a group, where the column does not say all of it.
    /// - Parameter place: the attribute's, in the key.
    mutating func append(
        _ found: FoundRecord, _ place: Int, to key: inout GroupKey, in source: StoreView
    ) throws {
        // Null is a word of its own in columns. This bit says that the words are the value's.
        key.appendNull(place)
        let step = try steps[found.layout].content
        try step.append(found, place, of: attribute, to: &key, in: source)
    }
}
