internal import NacreFormat

/// A decoder of one object. It reads the attributes from the object's record, one after another in
/// the order of the type. Only a store makes a decoder; generated code and ``AttributeValue`` pass
/// it on.
///
/// Not thread-safe, and valid only inside the call that receives it.
@safe public struct ObjectDecoder: ~Copyable {
    // SAFETY: the record and the table outlive the decoder, because the code that makes a decoder
    // pins both. Slots lie inside the record: the engine checks this before it passes a record on.
    // The variable values after the slots are checked here.
    @usableFromInline let base: UnsafeRawPointer
    @usableFromInline let slots: UnsafePointer<AttributeSlot>
    /// The ordinal of the next attribute.
    @usableFromInline var ordinal = 0
    /// The size of the record in bytes.
    private let count: Int
    // SAFETY: the code that makes a decoder keeps this alive as well. Counting a reference for each
    // object would cost as much as reading the object.
    private let heldReference: Unmanaged<HeldObjectReader>?
    // SAFETY: the table outlives the decoder.
    private let table: Unmanaged<SlotTable>
    /// The ends of the variable values, and the values themselves.
    @usableFromInline let ends: UnsafeRawPointer
    @usableFromInline let values: UnsafeRawPointer
    /// The size of all variable values in bytes; their number if they are listed.
    @usableFromInline let valuesCount: Int
    /// The form of the variable values.
    @usableFromInline let form: VariableForm

    /// A form of variable values.
    @usableFromInline
    enum VariableForm: UInt8 {
        /// They are at `values`, and their ends have two bytes.
        case plain
        /// They are at `values`, and their ends have four bytes.
        case wide
        /// They are anywhere, and there is a list of their addresses and sizes instead of the ends.
        case listed
    }

    /// - Parameter record: A record of the table's layout, without external values.
    @inline(__always)
    init(_ record: RecordView, _ table: SlotTable, _ held: HeldObjectReader? = nil) {
        unsafe heldReference = held.map { unsafe Unmanaged.passUnretained($0) }
        unsafe self.table = .passUnretained(table)
        unsafe base = record.bytes.base
        count = record.bytes.count
        unsafe slots = UnsafePointer(table.slots)
        let isWide = record.flags.contains(.wide)
        form = isWide ? .wide : .plain
        let valuesOffset = table.endsOffset + table.variableCount * (isWide ? 4 : 2)
        unsafe ends = base + table.endsOffset
        unsafe values = base + valuesOffset
        valuesCount = count - valuesOffset
    }

    /// Makes a decoder of a record whose variable values are listed.
    /// - Parameters:
    ///   - base: The address that the table's slots are relative to.
    ///   - count: The number of bytes there.
    ///   - list: The bytes of each variable value.
    @unsafe
    init(
        _ base: UnsafeRawPointer, _ count: Int,
        values list: UnsafeBufferPointer<UnsafeRawBufferPointer>,
        _ table: SlotTable, _ held: HeldObjectReader?
    ) {
        unsafe heldReference = held.map { unsafe Unmanaged.passUnretained($0) }
        unsafe self.table = .passUnretained(table)
        unsafe self.base = unsafe base
        self.count = count
        unsafe slots = UnsafePointer(table.slots)
        form = .listed
        // Not read if the list is empty.
        unsafe ends = list.baseAddress.map { unsafe UnsafeRawPointer($0) } ?? base
        unsafe values = unsafe base
        valuesCount = list.count
    }

    /// The reader of the objects that attributes hold by value; nil if there are none.
    var held: HeldObjectReader? { unsafe heldReference?.takeUnretainedValue() }

    /// The values that stages take from the store.
    var stageContext: StageContext {
        unsafe table._withUnsafeGuaranteedRef { $0.stageContext }
    }

    /// Reads the next attribute, a collection that is stored as JSON text.
    mutating func list() throws -> NestedValue { try NestedValue(jsonText: try text(), held) }

    private var record: ByteView { unsafe ByteView(base: base, count: count) }

    /// The ordinal of the attribute that was read last, for errors.
    var lastOrdinal: Int { max(0, ordinal - 1) }

    @inlinable @inline(__always)
    mutating func next() -> AttributeSlot {
        let slot = unsafe slots[ordinal]
        ordinal &+= 1
        return slot
    }

    /// Skips a nil.
    /// - Returns: Whether there was a nil. If not, the value comes next.
    /// - Throws: An error if a struct is present and a required member of it is missing.
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

    /// Checks that the required members of a present struct have values. These members have null
    /// bits too, because the struct may be nil. A null bit may be set although the struct is
    /// present, if the member was optional once.
    @usableFromInline
    mutating func checkMembers(_ span: Int) throws {
        for index in 1..<max(1, span) {
            let member = unsafe slots[ordinal &+ index]
            guard Int(member.ownerDistance) == index else { continue }
            let byte = unsafe base.load(fromByteOffset: Int(member.nullOffset), as: UInt8.self)
            if byte & member.nullMask != 0 {
                ordinal &+= index &+ 1
                throw AttributeError.missingMember
            }
        }
    }

    /// Reads the integer in the next slot.
    @inlinable @inline(__always)
    mutating func load<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer {
        let slot = next()
        return unsafe Integer(
            littleEndian: base.loadUnaligned(fromByteOffset: Int(slot.place), as: type))
    }

    /// Reads the bytes of the next attribute, which has a variable size.
    @inlinable @inline(__always)
    mutating func variable() throws -> UnsafeRawBufferPointer {
        let place = Int(next().place)
        guard form == .plain else { return try unsafe unusual(place) }
        let start = place == 0 ? 0 : end(place &- 1, UInt16.self)
        let end = end(place, UInt16.self)
        guard start <= end, end <= valuesCount else { throw Self.damaged() }
        return unsafe UnsafeRawBufferPointer(start: values + start, count: end &- start)
    }

    /// Returns the bytes of a value in a record with another form than the usual one.
    @usableFromInline
    func unusual(_ place: Int) throws -> UnsafeRawBufferPointer {
        if form == .listed {
            // Code that was written by hand may read a text where there is a number.
            guard place < valuesCount else { throw Self.damaged() }
            let list = unsafe ends.assumingMemoryBound(to: UnsafeRawBufferPointer.self)
            return unsafe list[place]
        }
        let start = place == 0 ? 0 : end(place &- 1, UInt32.self)
        let end = end(place, UInt32.self)
        guard start <= end, end <= valuesCount else { throw Self.damaged() }
        return unsafe UnsafeRawBufferPointer(start: values + start, count: end &- start)
    }

    @inlinable @inline(__always)
    func end<Width: FixedWidthInteger>(_ place: Int, _ width: Width.Type) -> Int {
        Int(
            Width(
                littleEndian: unsafe ends.loadUnaligned(
                    fromByteOffset: place &* MemoryLayout<Width>.size, as: width)))
    }

    @inlinable @inline(__always)
    mutating func text() throws -> String { unsafe try decodedText(variable()) }

    @usableFromInline
    static func damaged() -> any Error { AttributeError.damaged }

    /// Reads the next attribute, a scalar that takes more than a load.
    mutating func scalar(_ type: ScalarType) throws(AttributeError) -> Value {
        let slot = next()
        guard let value = ScalarCoding.load(type, from: record, at: Int(slot.place)) else {
            throw AttributeError.damaged
        }
        return value
    }

    /// Reads the next attribute, of any stored type.
    mutating func value(_ type: StoredType) throws -> Value {
        if let scalar = type.scalar { return try self.scalar(scalar) }
        let bytes = unsafe try ByteView(variable())
        guard let value = RecordDecoder.value(of: bytes, as: type) else {
            throw AttributeError.damaged
        }
        return value
    }
}

extension KeySlot {
    /// Calls a closure with a decoder of the value.
    /// - Parameter table: The table of a plan for keys, whose only slot is this one.
    @inline(__always)
    func decode<Result>(
        by table: SlotTable, _ body: (inout ObjectDecoder) throws -> Result
    ) throws -> Result {
        try unsafe withUnsafeBytes(of: self) { bytes in
            guard let base = bytes.baseAddress else { throw AttributeError.damaged }
            var row = unsafe ObjectDecoder(
                base, bytes.count, values: UnsafeBufferPointer(start: nil, count: 0), table, nil)
            return try body(&row)
        }
    }
}

/// Returns the text of UTF-8 bytes. Not a static function of a type, which would cost another call.
/// - Throws: An error if the bytes are not UTF-8.
@usableFromInline
func decodedText(_ bytes: UnsafeRawBufferPointer) throws -> String {
    guard let text = unsafe ByteView(bytes).string else { throw AttributeError.damaged }
    return text
}
