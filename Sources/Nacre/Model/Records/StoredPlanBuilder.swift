internal import NacreEngine
internal import NacreFormat

/// The parts of a ``StoredRecordPlan`` while it is made.
struct StoredPlanBuilder {
    private let stored: Layout
    private let current: Layout
    private let schema: StoredSchema
    private(set) var directPlaces: [SlotPlace] = []
    private(set) var preparedPlaces: [SlotPlace] = []
    private(set) var variables: [StoredVariable] = []
    private(set) var conversions: [StoredConversion] = []
    private(set) var required: [(leaf: Int, null: (offset: Int, mask: UInt8))] = []
    private(set) var needsBlock = false
    /// Whether all values can be read in place.
    private(set) var isDirect = true
    /// The values that records lack, which follow the fixed part in a block.
    let constants = ByteBuffer()
    /// Encodes constants.
    private let encoder: RecordBuilder

    /// The kind of a put has its lowest bit set, so a value with this null bit is always null.
    private static let alwaysNull = (offset: RecordFields.kind.offset, mask: UInt8(1))

    /// - Parameters:
    ///   - stored: The layout of the records, with the attributes that are converted.
    ///   - current: The layout of new records, which has all the leaves.
    init(_ stored: Layout, _ current: Layout, _ schema: StoredSchema) {
        self.stored = stored
        self.current = current
        self.schema = schema
        encoder = RecordBuilder(current)
    }

    /// Adds the next leaf.
    mutating func add(_ leaf: LeafAttribute, _ index: Int) throws(AttributeError) {
        guard let ordinal = schema.ordinal(of: leaf.name) else {
            preconditionFailure("attributes were checked when the store opened")
        }
        let isRequired = current.slots[ordinal].nullBit == nil
        guard let own = stored.ordinal(of: schema.attributes[ordinal].id) else {
            return try addMissing(ordinal, leaf, index, isRequired)
        }
        guard stored.type(of: own) == leaf.type else { throw .damaged }
        if stored.isConverted(own) {
            let converted = stored.converted[own - stored.attributes.count]
            try addConverted(converted, ordinal, index, isRequired)
        } else {
            addStored(own, index, isRequired)
        }
    }

    private mutating func addStored(_ own: Int, _ index: Int, _ isRequired: Bool) {
        let direct = SlotPlace(own, in: stored)
        if isRequired, let null = direct.null { required.append((index, null)) }
        guard stored.slots[own].type.isVariable else { return add(direct, direct) }
        add(direct, SlotPlace(place: variables.count, null: direct.null))
        variables.append(StoredVariable(leaf: index, source: .stored(direct.place)))
    }

    /// Adds a leaf that the records lack: its value is null, or the attribute's default.
    private mutating func addMissing(
        _ ordinal: Int, _ leaf: LeafAttribute, _ index: Int, _ isRequired: Bool
    ) throws(AttributeError) {
        let value = schema.attributes[ordinal].valueOfOlderRecords
        guard value.isNull else { return try addConstant(value, ordinal, index) }
        guard !isRequired else { throw .missingMember }
        var place = SlotPlace(place: 0, null: Self.alwaysNull)
        let direct = place
        if leaf.type.isVariable {
            place.place = variables.count
            variables.append(StoredVariable(leaf: index, source: .constant(0..<0)))
            // Code that was written by hand may read the value without looking at the null bit.
            if stored.variableCount == 0 { isDirect = false }
        }
        add(direct, place)
    }

    private mutating func addConstant(
        _ value: Value, _ ordinal: Int, _ index: Int
    ) throws(AttributeError) {
        isDirect = false
        let range = try append(value, ordinal)
        if current.slots[ordinal].type.isVariable {
            addPrepared(SlotPlace(place: variables.count, null: nil))
            variables.append(StoredVariable(leaf: index, source: .constant(range)))
        } else {
            needsBlock = true
            addPrepared(SlotPlace(place: stored.endsOffset + range.lowerBound, null: nil))
        }
    }

    private mutating func addConverted(
        _ converted: ConvertedAttribute, _ ordinal: Int, _ index: Int, _ isRequired: Bool
    ) throws(AttributeError) {
        isDirect = false
        let source = stored.slots[converted.source]
        let null = source.nullBit.map(stored.nullPlace)
        let isNullable = converted.valueOfNull == nil
        guard !isNullable || !isRequired || null == nil else { throw .missingMember }
        let slotNull = isNullable ? null : nil
        if let scalar = converted.conversion.target.scalar {
            needsBlock = true
            let range = try append(converted.valueOfNull, ordinal, size: scalar.width)
            let target = stored.endsOffset + range.lowerBound
            addPrepared(SlotPlace(place: target, null: slotNull))
            conversions.append(
                StoredConversion(
                    leaf: index, conversion: converted.conversion, source: source.place,
                    target: target,
                    null: null))
        } else {
            let range = try append(converted.valueOfNull, ordinal, size: 0)
            addPrepared(SlotPlace(place: variables.count, null: slotNull))
            variables.append(
                StoredVariable(
                    leaf: index,
                    source: .converted(
                        converted.conversion, ordinal: converted.source, ofNull: range)))
        }
    }

    private mutating func add(_ direct: SlotPlace, _ prepared: SlotPlace) {
        directPlaces.append(direct)
        preparedPlaces.append(prepared)
    }

    private mutating func addPrepared(_ place: SlotPlace) { add(place, place) }

    /// Appends the stored bytes of a value to the constants, or zeros.
    /// - Parameters:
    ///   - value: The value; nil for zeros.
    ///   - size: The number of zeros.
    /// - Returns: The range of the bytes.
    private func append(
        _ value: Value?, _ ordinal: Int, size: Int
    ) throws(AttributeError) -> Range<Int> {
        if let value { return try append(value, ordinal) }
        let start = constants.count
        constants.appendZeros(size)
        return start..<constants.count
    }

    private func append(_ value: Value, _ ordinal: Int) throws(AttributeError) -> Range<Int> {
        encoder.reset()
        guard encoder.set(ordinal, to: value) else { throw .damaged }
        let start = constants.count
        encoder.appendBytes(of: ordinal, to: constants)
        return start..<constants.count
    }
}
