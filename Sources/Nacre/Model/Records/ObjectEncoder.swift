internal import NacreFormat

/// An encoder of one object. It writes the attributes into the object's record, one after another
/// in the order of the type. Only a store makes an encoder; generated code and ``AttributeValue``
/// pass it on.
///
/// Not thread-safe, and valid only inside the call that receives it.
@safe public struct ObjectEncoder: ~Copyable {
    // SAFETY: the builder's fixed bytes keep their address as long as the builder lives. Slots lie
    // inside them, because the table was made for the builder's layout.
    @usableFromInline let fixed: UnsafeMutableRawPointer
    @usableFromInline let slots: UnsafePointer<AttributeSlot>
    /// The ordinal of the next attribute. Values are made before they are stored, so after an error
    /// it is the ordinal of the attribute that could not be written.
    @usableFromInline var ordinal = 0
    // SAFETY: the code that makes the encoder keeps the builder alive. A counted reference would be
    // counted for each object.
    private let builder: Unmanaged<RecordBuilder>
    // SAFETY: the code that makes the encoder keeps the table alive, too.
    private let table: Unmanaged<SlotTable>
    /// The collector of objects that are stored by value; nil if they are not needed.
    let held: HeldObjects?

    /// - Parameter builder: An empty builder of the table's layout.
    init(
        _ builder: RecordBuilder, _ table: SlotTable, at ordinal: Int = 0,
        _ held: HeldObjects? = nil
    ) {
        unsafe fixed = builder.fixed
        unsafe slots = UnsafePointer(table.slots)
        unsafe self.builder = .passUnretained(builder)
        unsafe self.table = .passUnretained(table)
        self.ordinal = ordinal
        self.held = held
    }

    /// The values that stages take from the store.
    var stageContext: StageContext {
        unsafe table._withUnsafeGuaranteedRef { $0.stageContext }
    }

    @inlinable
    mutating func next() -> AttributeSlot {
        let slot = unsafe slots[ordinal]
        ordinal &+= 1
        return slot
    }

    /// Writes a nil in place of a value.
    @inlinable
    mutating func storeNull() {
        let slot = unsafe slots[ordinal]
        for index in 0..<Int(slot.span) {
            let null = unsafe slots[ordinal &+ index]
            let byte = unsafe fixed.load(fromByteOffset: Int(null.nullOffset), as: UInt8.self)
            unsafe fixed.storeBytes(
                of: byte | null.nullMask, toByteOffset: Int(null.nullOffset), as: UInt8.self)
        }
        ordinal &+= Int(slot.span)
    }

    /// Writes that an optional has a value, which comes next.
    @inlinable
    mutating func beginSome() {
        let slot = unsafe slots[ordinal]
        if slot.isPresence { store(UInt8(1)) }
    }

    /// Writes an integer into the next slot.
    @inlinable
    mutating func store<Integer: FixedWidthInteger>(_ value: Integer) {
        let slot = next()
        unsafe fixed.storeBytes(
            of: value.littleEndian, toByteOffset: Int(slot.place), as: Integer.self)
    }

    /// Returns the address of the next attribute's bytes, all of which the caller must write before
    /// it stores anything else.
    @unsafe @usableFromInline
    mutating func reserveVariable(_ size: Int) -> UnsafeMutableRawPointer {
        let slot = next()
        return unsafe withBuilder { unsafe $0.reserveVariable(Int(slot.place), size: size) }
    }

    @inline(__always)
    func withBuilder<Result>(_ body: (RecordBuilder) -> Result) -> Result {
        unsafe builder._withUnsafeGuaranteedRef(body)
    }

    @usableFromInline
    mutating func store(_ text: String) {
        let slot = next()
        withBuilder { $0.setVariable(Int(slot.place), utf8: text) }
    }

    /// Writes a collection as JSON text.
    mutating func store(list: NestedValue) {
        held?.add(list)
        store(list.jsonText)
    }

    mutating func store(_ bytes: ByteView) {
        let slot = next()
        withBuilder { $0.setVariable(Int(slot.place), bytes: bytes) }
    }

    /// Writes a value that takes more than a store.
    mutating func store(_ value: Value) throws(AttributeError) {
        let slot = unsafe slots[ordinal]
        let place = Int(slot.layoutOrdinal)
        guard withBuilder({ $0.set(place, to: value) }) else {
            throw AttributeError.notStorable(reason: "the value is of another type")
        }
        ordinal &+= 1
    }
}
