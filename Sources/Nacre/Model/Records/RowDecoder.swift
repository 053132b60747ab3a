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
    /// Of the record, in bytes.
    private let count: Int
    // SAFETY: whoever makes a decoder keeps it alive as well. Counting a reference for each object
    // would cost as much as reading it.
    private let heldReference: Unmanaged<HeldObjectReader>?
    /// Where the ends of the variable values stand, and these themselves.
    @usableFromInline let ends: UnsafeRawPointer
    @usableFromInline let values: UnsafeRawPointer
    /// Of all variable values, in bytes.
    @usableFromInline let valuesCount: Int
    /// Whether an end has four bytes and not two.
    @usableFromInline let isWide: Bool

    /// - Parameter record: of the table's layout and without external values.
    @inline(__always)
    init(_ record: RecordView, _ table: SlotTable, _ held: HeldObjectReader? = nil) {
        unsafe heldReference = held.map { unsafe Unmanaged.passUnretained($0) }
        unsafe base = record.bytes.base
        count = record.bytes.count
        unsafe slots = UnsafePointer(table.slots)
        isWide = record.flags.contains(.wide)
        let valuesOffset = table.endsOffset + table.variableCount * (isWide ? 4 : 2)
        unsafe ends = base + table.endsOffset
        unsafe values = base + valuesOffset
        valuesCount = count - valuesOffset
    }

    /// Reads the objects that attributes hold by value; nil where there are none.
    var held: HeldObjectReader? { unsafe heldReference?.takeUnretainedValue() }

    /// The next attribute, a collection that is stored as JSON text.
    mutating func list() throws -> NestedValue { try NestedValue(jsonText: try text(), held) }

    private var record: ByteView { unsafe ByteView(base: base, count: count) }

    /// The ordinal of the attribute that was read last, for errors.
    var lastOrdinal: Int { max(0, ordinal - 1) }

    @inlinable @inline(__always)
    mutating func next() -> RowSlot {
        let slot = unsafe slots[ordinal]
        ordinal &+= 1
        return slot
    }

    /// Passes over a nil.
    /// - Returns: whether there was one; otherwise the value comes next.
    /// - Throws: if a struct is there and a required member of it is not.
    @inlinable @inline(__always)
    mutating func skipsNull() throws -> Bool {
        let slot = unsafe slots[ordinal]
        let byte = unsafe base.load(fromByteOffset: Int(slot.nullOffset), as: UInt8.self)
        if byte & slot.nullMask != 0 {
            ordinal &+= Int(slot.span)
            return true
        }
        if slot.isPresence {
            try checkMembers(Int(slot.span))
            ordinal &+= 1
        }
        return false
    }

    /// Members that are required have null bits nevertheless, for where the struct is nil. One may
    /// be set where it is not: the member was optional once.
    @usableFromInline
    mutating func checkMembers(_ span: Int) throws {
        for index in 1..<max(1, span) {
            let member = unsafe slots[ordinal &+ index]
            guard Int(member.ownerDistance) == index else { continue }
            let byte = unsafe base.load(fromByteOffset: Int(member.nullOffset), as: UInt8.self)
            if byte & member.nullMask != 0 {
                ordinal &+= index &+ 1
                throw RowError.missingMember
            }
        }
    }

    /// The integer in the next slot.
    @inlinable @inline(__always)
    mutating func load<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer {
        let slot = next()
        return unsafe Integer(
            littleEndian: base.loadUnaligned(fromByteOffset: Int(slot.place), as: type))
    }

    /// The bytes of the next attribute, a variable one.
    @inlinable @inline(__always)
    mutating func variable() throws -> UnsafeRawBufferPointer {
        let place = Int(next().place)
        let start = place == 0 ? 0 : end(place &- 1)
        let end = end(place)
        guard start <= end, end <= valuesCount else { throw Self.damaged() }
        return unsafe UnsafeRawBufferPointer(start: values + start, count: end &- start)
    }

    @inlinable @inline(__always)
    func end(_ place: Int) -> Int {
        guard isWide else {
            return Int(
                UInt16(
                    littleEndian: unsafe ends.loadUnaligned(
                        fromByteOffset: place &* 2, as: UInt16.self)))
        }
        return Int(
            UInt32(
                littleEndian: unsafe ends.loadUnaligned(
                    fromByteOffset: place &* 4, as: UInt32.self)))
    }

    @inlinable @inline(__always)
    mutating func text() throws -> String { unsafe try decodedText(variable()) }

    @usableFromInline
    static func damaged() -> any Error { RowError.damaged }

    /// The bytes of the next attribute, copied.
    mutating func bytes() throws -> [UInt8] { unsafe try [UInt8](variable()) }

    /// The next attribute, a scalar that takes more than a load.
    mutating func scalar(_ type: ScalarType) throws(RowError) -> Value {
        let slot = next()
        guard let value = ScalarCoding.load(type, from: record, at: Int(slot.place)) else {
            throw RowError.damaged
        }
        return value
    }

    /// The next attribute, of any stored type.
    mutating func value(_ type: StoredType) throws -> Value {
        if let scalar = type.scalar { return try self.scalar(scalar) }
        let bytes = unsafe try ByteView(variable())
        guard let value = RecordDecoder.value(of: bytes, as: type) else {
            throw RowError.damaged
        }
        return value
    }
}

/// A function of no type: a static one would cost a call more.
/// - Throws: if the bytes are not UTF-8.
@usableFromInline
func decodedText(_ bytes: UnsafeRawBufferPointer) throws -> String {
    guard let text = unsafe ByteView(bytes).string else { throw RowError.damaged }
    return text
}
