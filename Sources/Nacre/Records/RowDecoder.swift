internal import NacreFormat

/// Reads one object's attributes from its record, one after another in the order of its type. Made
/// by a store only; generated code and ``AttributeValue`` pass it on.
///
/// Not thread-safe, and good only inside the call that it is given to.
@safe public struct RowDecoder: ~Copyable {
    // SAFETY: the record and the table outlive the decoder: whoever makes one pins both. Slots lie
    // inside of the record, as the engine checks when it hands a record out; what follows them is
    // checked here.
    @usableFromInline let base: UnsafeRawPointer
    @usableFromInline let slots: UnsafePointer<RowSlot>
    /// Of the next attribute.
    @usableFromInline var ordinal = 0
    private let bytes: ByteView
    /// Of the ends of the variable values, and of these themselves.
    private let endsOffset: Int
    private let valuesOffset: Int
    /// Whether an end has four bytes and not two.
    private let isWide: Bool

    /// - Parameters:
    ///   - record: of the table's layout and without external values.
    ///   - ordinal: of the first attribute to read.
    init(_ record: RecordView, _ table: SlotTable, at ordinal: Int = 0) {
        bytes = record.bytes
        unsafe base = bytes.base
        unsafe slots = UnsafePointer(table.slots)
        endsOffset = table.endsOffset
        isWide = record.flags.contains(.wide)
        valuesOffset = endsOffset + table.variableCount * (isWide ? 4 : 2)
        self.ordinal = ordinal
    }

    /// The ordinal of the attribute that was read last, for errors.
    var lastOrdinal: Int { max(0, ordinal - 1) }

    @inlinable
    mutating func next() -> RowSlot {
        let slot = unsafe slots[ordinal]
        ordinal &+= 1
        return slot
    }

    /// Passes over a nil.
    /// - Returns: whether there was one; otherwise the value comes next.
    @inlinable
    mutating func skipsNull() -> Bool {
        let slot = unsafe slots[ordinal]
        let byte = unsafe base.load(fromByteOffset: Int(slot.nullOffset), as: UInt8.self)
        if byte & slot.nullMask != 0 {
            ordinal &+= Int(slot.span)
            return true
        }
        if slot.isPresence { ordinal &+= 1 }
        return false
    }

    /// The integer in the next slot.
    @inlinable
    mutating func load<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer {
        let slot = next()
        return unsafe Integer(
            littleEndian: base.loadUnaligned(fromByteOffset: Int(slot.place), as: type))
    }

    /// The bytes of the next attribute, a variable one.
    private mutating func variable() throws(RowError) -> ByteView {
        let place = Int(next().place)
        let start = place == 0 ? 0 : end(place - 1)
        let end = end(place)
        guard start <= end, end <= bytes.count - valuesOffset else { throw RowError.damaged }
        return bytes[valuesOffset + start..<valuesOffset + end]
    }

    private func end(_ place: Int) -> Int {
        isWide
            ? Int(bytes.load(UInt32.self, at: endsOffset + place * 4))
            : Int(bytes.load(UInt16.self, at: endsOffset + place * 2))
    }

    @usableFromInline
    mutating func text() throws -> String {
        guard let text = try variable().string else { throw RowError.damaged }
        return text
    }

    /// The bytes of the next attribute, copied.
    mutating func bytes() throws(RowError) -> [UInt8] { try variable().bytes }

    /// The next attribute, a scalar that takes more than a load.
    mutating func scalar(_ type: ScalarType) throws(RowError) -> Value {
        let slot = next()
        guard let value = ScalarCoding.load(type, from: bytes, at: Int(slot.place)) else {
            throw RowError.damaged
        }
        return value
    }

    /// The next attribute, of any stored type.
    mutating func value(_ type: StoredType) throws(RowError) -> Value {
        if let scalar = type.scalar { return try self.scalar(scalar) }
        guard let value = RecordDecoder.value(of: try variable(), as: type) else {
            throw RowError.damaged
        }
        return value
    }
}
