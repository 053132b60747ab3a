/// A growing buffer that structures are encoded into. A class, so that a view of the written bytes
/// can be read while more are appended (a transaction reads its own writes).
///
/// The methods used for every record are inlined into their callers, because a call into another
/// module took longer than the work. No method calls back into code that uses the buffer, so no two
/// accesses overlap, and exclusivity is not checked.
@usableFromInline
@safe package final class ByteBuffer {
    // SAFETY: `storage` owns `capacity` bytes, of which the first `size` are initialised; both
    // change only in `reserve` and `append`.
    @exclusivity(unchecked)
    @usableFromInline private(set) var storage: UnsafeMutableRawPointer
    @safe @exclusivity(unchecked) private var capacity: Int
    @safe @exclusivity(unchecked)
    @usableFromInline private(set) var size = 0
    @inlinable package var count: Int { size }

    private static let usualCapacity = 256

    package init(capacity: Int = usualCapacity) {
        self.capacity = max(capacity, 16)
        unsafe storage = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { unsafe storage.deallocate() }

    /// The bytes written so far. Valid until the next change of the buffer, and only while the
    /// buffer is retained: see ``read(_:)``.
    @inlinable package var view: ByteView { unsafe ByteView(base: storage, count: size) }

    /// The address of the first byte. It changes if the buffer has to grow.
    var base: UnsafeMutableRawPointer { unsafe storage }

    /// Calls `body` with the written bytes and retains the buffer meanwhile. A view of a released
    /// buffer is invalid at once, so use this method for brief reads.
    package func read<Result, Failure: Error>(
        _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(view)
    }

    package func removeAll() { size = 0 }

    /// Removes all bytes, and frees memory if the capacity exceeds `kept` bytes.
    package func removeAll(keeping kept: Int) {
        size = 0
        guard capacity > kept else { return }
        unsafe storage.deallocate()
        capacity = Self.usualCapacity
        unsafe storage = .allocate(byteCount: capacity, alignment: 16)
    }

    /// Removes all bytes from `newCount` on.
    package func truncate(to newCount: Int) {
        precondition(newCount <= size)
        size = newCount
    }

    private func reserve(_ extra: Int) {
        guard size + extra > capacity else { return }
        let grown = max(capacity * 2, size + extra)
        let fresh = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 16)
        unsafe fresh.copyMemory(from: storage, byteCount: size)
        unsafe storage.deallocate()
        unsafe storage = fresh
        capacity = grown
    }

    package func append<Integer: FixedWidthInteger>(_ value: Integer) {
        let width = MemoryLayout<Integer>.size
        reserve(width)
        unsafe storage.storeBytes(of: value.littleEndian, toByteOffset: size, as: Integer.self)
        size += width
    }

    package func append(_ view: ByteView) {
        reserve(view.count)
        guard view.count > 0 else { return }
        unsafe (storage + size).copyMemory(from: view.base, byteCount: view.count)
        size += view.count
    }

    package func append(_ bytes: [UInt8]) {
        bytes.withView { append($0) }
    }

    /// Appends the text's UTF-8 bytes.
    package func append(utf8 text: String) {
        var text = text
        text.withUTF8 { append(unsafe ByteView(UnsafeRawBufferPointer($0))) }
    }

    /// Appends `extra` bytes. `body` must write all of them.
    @unsafe func append(_ extra: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
        reserve(extra)
        unsafe body(storage + size)
        size += extra
    }

    package func appendZeros(_ extra: Int) {
        precondition(extra >= 0)
        reserve(extra)
        unsafe (storage + size).initializeMemory(as: UInt8.self, repeating: 0, count: extra)
        size += extra
    }

    /// Overwrites bytes that were already written.
    func replace(_ range: Range<Int>, with bytes: ByteView) {
        precondition(range.lowerBound >= 0 && range.upperBound <= size)
        precondition(range.count == bytes.count)
        unsafe (storage + range.lowerBound).copyMemory(from: bytes.base, byteCount: bytes.count)
    }

    /// Sets bytes that were already written to zero.
    func setZeros(at offset: Int, count: Int) {
        precondition(offset >= 0 && count >= 0 && offset <= size - count)
        unsafe (storage + offset).initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }

    /// Sets all existing bytes to zero.
    func setZeros() {
        unsafe storage.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    /// Appends zeros up to the next multiple of `alignment`.
    package func pad(to alignment: Int) {
        let over = size % alignment
        if over != 0 { appendZeros(alignment - over) }
    }

    /// Overwrites an integer that was already written.
    @inlinable
    package func set<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
        precondition(offset >= 0 && offset <= size - MemoryLayout<Integer>.size)
        unsafe storage.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Integer.self)
    }
}
