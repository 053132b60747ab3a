/// One record of a layout while it is being filled: the fixed part in place, the variable values
/// one after another. All objects are encoded by it, from untyped values and from generated code
/// alike. One builder is used for many records.
///
/// No method calls back into code that uses the builder, so accesses never overlap, and exclusivity
/// checks are off.
@safe package final class RecordBuilder {
    /// A value that an attribute cannot hold.
    package struct ValueError: Error, Equatable {
        package let ordinal: Int
        package let expected: String
        package let found: Value
    }

    package let layout: Layout
    /// Header, slots and extra null bytes, at an address that never changes: slots are at
    /// ``LayoutAttribute/place``, null bits at ``Layout/nullPlace(_:)``. Code that stores here must
    /// use only these places, store little-endian, and leave the slot of a null value zero. The
    /// bytes before ``RecordFields/size`` are the header: callers may set only the null bits there.
    package let fixed: UnsafeMutableRawPointer
    // SAFETY: `fixed` points into this buffer, which gets all its bytes at the start and never
    // grows. It lives as long as the builder.
    private let fixedBytes: ByteBuffer
    /// The variable values in the order in which they were set.
    private let variables = ByteBuffer()
    /// The range of each value in `variables`, by place.
    // SAFETY: `rangesCount` elements, allocated in `init` and freed in `deinit`; places are
    // checked.
    private let ranges: UnsafeMutablePointer<Range<Int>>
    private let rangesCount: Int
    /// The offset of the first variable value in a record without external values and with 2-byte
    /// ends.
    private let plainOffset: Int
    /// The references to external values that a record shares with the one it was copied from, by
    /// place. The values are not in the builder.
    @safe @exclusivity(unchecked)
    package private(set) var keptExternals: [Int: ExternalReference] = [:]
    /// The first place after all places set so far.
    @safe @exclusivity(unchecked) private var nextPlace = 0
    /// Whether `variables` has the values in the order of the record.
    @safe @exclusivity(unchecked) private var isInOrder = true

    /// A larger buffer is not kept for the next record.
    private static let keptSizeMax = 1 << 20

    package init(_ layout: Layout) {
        self.layout = layout
        fixedBytes = ByteBuffer(capacity: layout.endsOffset)
        unsafe fixed = fixedBytes.base
        fixedBytes.appendZeros(layout.endsOffset)
        rangesCount = layout.variableCount
        plainOffset = layout.valuesOffset([])
        unsafe ranges = .allocate(capacity: rangesCount)
        unsafe ranges.initialize(repeating: 0..<0, count: rangesCount)
    }

    deinit { unsafe ranges.deallocate() }

    private func range(_ place: Int) -> Range<Int> {
        precondition(UInt(bitPattern: place) < UInt(bitPattern: rangesCount))
        return unsafe ranges[place]
    }

    /// Begins another record: no value is null, slots are zero, variable values empty.
    package func reset() {
        fixedBytes.setZeros()
        variables.removeAll(keeping: Self.keptSizeMax)
        unsafe ranges.update(repeating: 0..<0, count: rangesCount)
        nextPlace = 0
        isInOrder = true
        if !keptExternals.isEmpty { keptExternals = [:] }
    }

    // MARK: Setting values

    /// Begins a record with the values of another one of the layout, without reading its external
    /// values.
    /// - Parameter omitted: The ordinals of attributes that are to be set afterwards. They are zero
    ///   or empty, and not null.
    package func copy(_ record: RecordView, without omitted: [Int]) {
        reset()
        let places = RecordFields.nulls.offset..<layout.endsOffset
        fixedBytes.replace(places, with: record.bytes[places])
        for (ordinal, slot) in layout.slots.enumerated() {
            guard !omitted.contains(ordinal) else {
                clear(slot)
                continue
            }
            guard slot.type.isVariable else { continue }
            let value = record.variable(slot.place, layout)
            if record.isExternal(slot.place, layout) {
                keptExternals[slot.place] = ExternalReference(value)
            } else {
                setVariable(slot.place, bytes: value)
            }
        }
    }

    private func clear(_ slot: LayoutSlot) {
        if let bit = slot.nullBit { clearNull(bit) }
        if let type = slot.type.scalar { fixedBytes.setZeros(at: slot.place, count: type.width) }
    }

    private func clearNull(_ bit: Int) {
        let place = layout.nullPlace(bit)
        fixedBytes.set(fixedBytes.view[place.offset] & ~place.mask, at: place.offset)
    }

    /// Sets an attribute to null.
    /// - Parameter bit: The attribute's ``LayoutAttribute/nullBit``.
    package func setNull(_ bit: Int) {
        let place = layout.nullPlace(bit)
        fixedBytes.set(fixedBytes.view[place.offset] | place.mask, at: place.offset)
    }

    /// Sets a variable value to a text.
    /// - Parameter place: The attribute's ``LayoutAttribute/place``.
    package func setVariable(_ place: Int, utf8 text: String) {
        setVariable(place) { $0.append(utf8: text) }
    }

    /// Sets a variable value to stored bytes.
    /// - Parameter bytes: The bytes as the attribute's type stores them, from outside this builder.
    package func setVariable(_ place: Int, bytes: ByteView) {
        setVariable(place) { $0.append(bytes) }
    }

    /// Sets a variable value to bytes that the caller writes.
    /// - Returns: The address of the bytes, valid until the builder changes.
    @unsafe package func reserveVariable(_ place: Int, size: Int) -> UnsafeMutableRawPointer {
        let start = variables.count
        setVariable(place) { $0.appendZeros(size) }
        return unsafe variables.base + start
    }

    /// Sets a variable value to the bytes that a closure appends.
    /// - Parameter body: Appends the value's bytes, and has no other effects on the builder.
    package func setVariable<Result, Failure: Error>(
        _ place: Int, _ body: (ByteBuffer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(UInt(bitPattern: place) < UInt(bitPattern: rangesCount))
        let start = variables.count
        let result = try body(variables)
        if place < nextPlace { isInOrder = false }
        nextPlace = max(nextPlace, place + 1)
        unsafe ranges[place] = start..<variables.count
        return result
    }

    /// Replaces a variable value by another one of the same size, in its place.
    /// - Parameter body: Appends the value's bytes, and has no other effects on the builder.
    package func replaceVariable(_ place: Int, _ body: (ByteBuffer) -> Void) {
        let start = variables.count
        body(variables)
        variables.replace(range(place), with: variables.view[start..<variables.count])
        variables.truncate(to: start)
    }

    /// Fills the record with untyped values. After an error it has only some of them.
    /// - Parameter values: One value for each attribute, in the layout's order.
    package func set(_ values: [Value]) throws(ValueError) {
        precondition(values.count == layout.slots.count)
        reset()
        for (ordinal, slot) in layout.slots.enumerated() {
            guard set(slot, to: values[ordinal]) else {
                throw ValueError(
                    ordinal: ordinal, expected: slot.type.name, found: values[ordinal])
            }
        }
    }

    /// Sets one attribute, even if it is null so far.
    /// - Returns: false if the attribute cannot hold the value.
    package func set(_ ordinal: Int, to value: Value) -> Bool {
        let slot = layout.slots[ordinal]
        if let bit = slot.nullBit { clearNull(bit) }
        return set(slot, to: value)
    }

    private func set(_ slot: LayoutSlot, to value: Value) -> Bool {
        if value.isNull {
            guard let bit = slot.nullBit else { return false }
            setNull(bit)
            return true
        }
        if let type = slot.type.scalar {
            return ScalarCoding.store(value, as: type, in: fixedBytes, at: slot.place)
        }
        return setVariable(slot.place) { value.append(as: slot.type, to: $0) }
    }

    // MARK: Reading values

    /// Returns one attribute's value. Throws if the bytes are invalid for its type, which only
    /// typed code can have stored.
    package func value(_ ordinal: Int) throws(ValueError) -> Value {
        let slot = layout.slots[ordinal]
        if isNull(slot) { return .null }
        return try fixedBytes.read { (fixed) throws(ValueError) in
            let bytes: ByteView
            let value: Value?
            if let type = slot.type.scalar {
                bytes = fixed[slot.place..<slot.place + type.width]
                value = ScalarCoding.load(type, from: bytes, at: 0)
            } else {
                bytes = variable(slot.place)
                value = RecordDecoder.value(of: bytes, as: slot.type)
            }
            if let value { return value }
            throw ValueError(ordinal: ordinal, expected: slot.type.name, found: .data(bytes.bytes))
        }
    }

    /// Appends the stored bytes of one attribute's value, which is not null.
    package func appendBytes(of ordinal: Int, to buffer: ByteBuffer) {
        let slot = layout.slots[ordinal]
        guard let type = slot.type.scalar else {
            variables.read { buffer.append($0[range(slot.place)]) }
            return
        }
        fixedBytes.read { buffer.append($0[slot.place..<slot.place + type.width]) }
    }

    private func isNull(_ slot: LayoutSlot) -> Bool {
        guard let bit = slot.nullBit else { return false }
        let place = layout.nullPlace(bit)
        return fixedBytes.view[place.offset] & place.mask != 0
    }

    /// Returns the bytes of an attribute that is a text; nil if it is null or of another type. They
    /// are valid as long as those of ``variable(_:)``.
    package func text(_ ordinal: Int) -> ByteView? {
        let slot = layout.slots[ordinal]
        guard slot.type == .string, !isNull(slot) else { return nil }
        return variable(slot.place)
    }

    /// Whether another record of the layout has the same bytes for an attribute. The reference to
    /// an external value is the same only if it is a kept one. If not, the values may still be
    /// equal.
    package func isSame(_ ordinal: Int, in record: RecordView) -> Bool {
        let slot = layout.slots[ordinal]
        let isNull = isNull(slot)
        if let bit = slot.nullBit, record.isNull(at: layout.nullPlace(bit)) != isNull {
            return false
        }
        if isNull { return true }
        guard let type = slot.type.scalar else {
            let stored = record.variable(slot.place, layout)
            guard record.isExternal(slot.place, layout) else {
                return stored.isEqual(to: variable(slot.place))
            }
            return !keptExternals.isEmpty
                && keptExternals[slot.place] == ExternalReference(stored)
        }
        let places = slot.place..<slot.place + type.width
        return record.bytes[places].isEqual(to: fixedBytes.view[places])
    }

    /// Whether another record of the layout has the same bytes for all attributes, and no reference
    /// to an external value. If not, the values may still be equal.
    package func isSame(as record: RecordView) -> Bool {
        let places = RecordFields.nulls.offset..<layout.endsOffset
        guard record.bytes.count == size(), !record.flags.contains(.hasExternalValues),
            record.bytes[places].isEqual(to: fixedBytes.view[places])
        else { return false }
        for place in 0..<rangesCount
        where !record.variable(place, layout).isEqual(to: variable(place)) {
            return false
        }
        return true
    }

    /// Returns a variable value's bytes. They are valid until the builder changes, and only while
    /// it is retained.
    package func variable(_ place: Int) -> ByteView { variables.view[range(place)] }

    /// The total size of the variable values, in bytes.
    package var variablesSize: Int { variables.count }

    // MARK: The record

    /// Returns the size without padding if the record has all values inline, in the order of their
    /// places and with 2-byte ends, as nearly all records do. Nil otherwise.
    private func plainSize(_ externals: [Int: ExternalReference]?) -> Int? {
        guard externals == nil, isInOrder, variables.count <= Int(UInt16.max) else { return nil }
        return plainOffset + variables.count
    }

    /// Returns the size of the variable values in the record, in bytes.
    private func valuesSize(_ externals: [Int: ExternalReference]?) -> Int {
        if externals == nil, isInOrder { return variables.count }
        return (0..<rangesCount).reduce(0) { sum, place in
            sum + (externals?[place] == nil ? range(place).count : ExternalReferenceFields.size)
        }
    }

    private func flags(_ externals: [Int: ExternalReference]?, valuesSize: Int) -> RecordFlags {
        var flags: RecordFlags = externals?.isEmpty ?? true ? [] : .hasExternalValues
        if valuesSize > Int(UInt16.max) { flags.insert(.wide) }
        return flags
    }

    /// Returns the size of the finished record, in bytes, without padding.
    /// - Parameter externals: The same as in ``append(row:externals:to:)``.
    package func size(externals: [Int: ExternalReference]? = nil) -> Int {
        if let size = plainSize(externals) { return size }
        let size = valuesSize(externals)
        return layout.valuesOffset(flags(externals, valuesSize: size)) + size
    }

    /// Appends the finished record with its padding. The builder is unchanged.
    /// - Parameter externals: The references to values that are records of their own, by place; nil
    ///   if there are none.
    /// - Returns: The record's CRC.
    @discardableResult
    package func append(
        row: RowNumber, externals: [Int: ExternalReference]? = nil, to buffer: ByteBuffer
    ) -> UInt32 {
        if let size = plainSize(externals) { return appendPlain(row, size, to: buffer) }
        let start = buffer.count
        let flags = flags(externals, valuesSize: valuesSize(externals))
        fixedBytes.read { buffer.append($0) }
        appendEnds(flags, externals, to: buffer)
        if let externals, flags.contains(.hasExternalValues) {
            appendExternalBits(externals, to: buffer)
        }
        variables.read { values in
            if externals == nil, isInOrder {
                buffer.append(values)
                return
            }
            for place in 0..<rangesCount {
                if let reference = externals?[place] {
                    reference.encode(into: buffer)
                } else {
                    buffer.append(values[range(place)])
                }
            }
        }
        let nulls = buffer.view[start + RecordFields.nulls.offset]
        return RecordEncoder.finish(
            .put, flags, row, layout.id, nulls: nulls, at: start, in: buffer)
    }

    /// Appends a record with a ``plainSize(_:)``. Room is reserved once, without further checks.
    private func appendPlain(_ row: RowNumber, _ size: Int, to buffer: ByteBuffer) -> UInt32 {
        let start = buffer.count
        // SAFETY: the following writes fit into the size, which includes the bytes of `fixedBytes`,
        // an end of two bytes for each value, and the values.
        unsafe buffer.append(size) { record in
            unsafe record.copyMemory(from: fixed, byteCount: layout.endsOffset)
            var end: UInt16 = 0
            for place in 0..<rangesCount {
                unsafe end &+= UInt16(truncatingIfNeeded: ranges[place].count)
                unsafe record.storeBytes(
                    of: end.littleEndian, toByteOffset: layout.endsOffset + 2 * place,
                    as: UInt16.self)
            }
            let values = variables.view
            unsafe (record + plainOffset).copyMemory(from: values.base, byteCount: values.count)
        }
        let nulls = fixedBytes.view[RecordFields.nulls.offset]
        return RecordEncoder.finish(.put, [], row, layout.id, nulls: nulls, at: start, in: buffer)
    }

    private func appendEnds(
        _ flags: RecordFlags, _ externals: [Int: ExternalReference]?, to buffer: ByteBuffer
    ) {
        let isWide = flags.contains(.wide)
        var end = 0
        for place in 0..<rangesCount {
            let isInline = externals?[place] == nil
            end += isInline ? range(place).count : ExternalReferenceFields.size
            if isWide { buffer.append(UInt32(end)) } else { buffer.append(UInt16(end)) }
        }
    }

    private func appendExternalBits(
        _ externals: [Int: ExternalReference], to buffer: ByteBuffer
    ) {
        let start = buffer.count
        buffer.appendZeros((layout.variableCount + 7) / 8)
        for place in externals.keys {
            let byte = start + place / 8
            buffer.set(buffer.view[byte] | 1 << UInt8(place % 8), at: byte)
        }
    }
}
