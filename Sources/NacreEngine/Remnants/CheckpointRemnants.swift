internal import NacreFormat

/// Looks for a text in the keys of a checkpoint. They are packed, so that a search of the bytes
/// does not find them. Keys of texts hold at most their first seven bytes, or a hash.
struct CheckpointRemnants {
    private let text: SearchedText
    private let file: String
    /// Computes the keys of ids; nil if no manifest can be read.
    private let key: IDKey?
    private let view: ByteView
    private(set) var remnants: [Remnant] = []
    /// Whether a part of the checkpoint could not be read.
    private(set) var isCut = false
    private var schemas: [EntityNumber: StoredSchema] = [:]
    private(set) var layouts: [Layout] = []

    init(_ text: SearchedText, in file: String, _ key: IDKey?, _ view: ByteView) {
        self.text = text
        self.file = file
        self.key = key
        self.view = view
        do {
            let sections = try CheckpointHeader.decode(view).sections(in: view)
            for section in sections where section.kind == .catalog { try readCatalog(section) }
            for section in sections where section.kind.isOfTree { try look(at: section) }
        } catch {
            isCut = true
        }
    }

    private mutating func readCatalog(_ section: CheckpointSection) throws(FormatError) {
        var items = CatalogItems(view[section.range], origin: section.offset)
        while let item = try items.next() {
            if item.header.kind == .layout { layouts.append(try Layout.decode(item)) }
            guard item.header.kind == .schema else { continue }
            let schema = try StoredSchema.decode(item)
            schemas[schema.number] = schema
        }
    }

    private mutating func look(at section: CheckpointSection) throws(FormatError) {
        guard let schema = schemas[section.entity],
            let attributes = Self.attributes(of: section, in: schema)
        else { return }
        let isOrdered = section.kind == .index && !Self.isUnique(section, in: schema)
        guard let test = isOrdered ? orderTest(attributes) : equalityTest(attributes) else {
            return
        }
        try section.checkSize()
        let blocks = try PackedBlocks(
            view[section.range], count: section.blocks, of: .tree, origin: section.offset)
        for index in 0..<blocks.count where remnants.count < RecordRemnants.remnantsMax {
            let block = blocks[index]
            let start = section.offset + blocks.offset(index) - block.top.bytesToBlock
            block.forEachKey { place, key in
                guard let form = test(key) else { return }
                remnants.append(
                    Remnant(
                        file: file, offset: start + block.keyOffset(place), form: form,
                        entity: schema.name, row: block.row(place),
                        attribute: attributes[0].name))
            }
        }
        if remnants.count >= RecordRemnants.remnantsMax { isCut = true }
    }

    private static func isUnique(_ section: CheckpointSection, in schema: StoredSchema) -> Bool {
        schema.indexes[Int(section.number)].isUnique
    }

    /// Returns the attributes whose values the keys of a section are made of; nil if the schema has
    /// no such section.
    private static func attributes(
        of section: CheckpointSection, in schema: StoredSchema
    ) -> [AttributeSchema]? {
        func attribute(_ id: AttributeID) -> AttributeSchema? {
            schema.attributes.first { $0.id == id }
        }
        switch section.kind {
        case .ids: return [schema.attributes[schema.idOrdinal]]
        case .unique: return attribute(AttributeID(section.number)).map { [$0] }
        case .index:
            guard Int(section.number) < schema.indexes.count else { return nil }
            let attributes = schema.indexes[Int(section.number)].attributes.compactMap(attribute)
            return attributes.isEmpty ? nil : attributes
        case .catalog, .segments, .rows, .search: return nil
        }
    }

    // MARK: Keys

    /// Tells how a key holds the text; nil if it does not.
    private typealias KeyTest = (UInt64) -> Remnant.Form?

    /// Returns a test of the keys of ids and unique values. Keys of several values are a hash of
    /// all of them, which tells nothing of one.
    private func equalityTest(_ attributes: [AttributeSchema]) -> KeyTest? {
        guard let key, attributes.count == 1, let value = text.value(as: attributes[0].type) else {
            return nil
        }
        let wanted = key(value)
        return { $0 == wanted ? .key : nil }
    }

    /// Returns a test of keys in the order of values. Of several attributes, only the first one is
    /// looked at, which has the most bytes of the key.
    private func orderTest(_ attributes: [AttributeSchema]) -> KeyTest? {
        let first = attributes[0]
        let start = attributes.count > 1 && first.isNullable ? 1 : 0
        switch first.type {
        case .string, .data, .json: return beginningTest(from: start, attributes.count > 1 ? 8 : 7)
        case .array(let element): return exactTest(.scalar(element))
        case .scalar: return attributes.count == 1 ? exactTest(first.type) : nil
        }
    }

    private func exactTest(_ type: StoredType) -> KeyTest? {
        guard let value = text.value(as: type) else { return nil }
        let wanted = OrderKey.key(value)
        let form: Remnant.Form = OrderKey.isExact(wanted, of: type) ? .key : .beginning
        return { $0 == wanted ? form : nil }
    }

    /// Returns a test of keys that hold the first bytes of a text.
    /// - Parameters:
    ///   - start: The place of the first of these bytes, from the highest byte of the key.
    ///   - end: The place after the last of them.
    private func beginningTest(from start: Int, _ end: Int) -> KeyTest? {
        let beginnings = text.spellings.map { spelling in
            (bytes: Array(spelling.prefix(end - start)), isWhole: spelling.count <= end - start)
        }
        return { key in
            for (bytes, isWhole) in beginnings {
                let isSame = bytes.enumerated().allSatisfy { place, byte in
                    UInt8(truncatingIfNeeded: key >> UInt64(56 - 8 * (start + place))) == byte
                }
                if isSame { return isWhole ? .key : .beginning }
            }
            return nil
        }
    }
}
