/// Growing bytes that structures are encoded into. A class, so that a view of what is already
/// written can be read while more is appended (a transaction reads its own writes).
///
/// What every record asks for is inlined where it is asked: a call into another module took more
/// time than the answer. Nothing here calls anybody who could come back, so that no two accesses
/// overlap, and none is checked.
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

    /// What has been written so far. Good until the next change of the buffer, and only while
    /// somebody holds the buffer: see ``read(_:)``.
    @inlinable package var view: ByteView { unsafe ByteView(base: storage, count: size) }

    /// The address of the first byte, which changes where the buffer has to grow.
    var base: UnsafeMutableRawPointer { unsafe storage }

    /// Lends the bytes. A view of a buffer that nobody holds any more is dead at once: what is only
    /// read in passing is read here.
    package func read<Result, Failure: Error>(
        _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(view)
    }

    package func removeAll() { size = 0 }

    /// The same, and gives memory back if there is more of it than a number of bytes.
    package func removeAll(keeping kept: Int) {
        size = 0
        guard capacity > kept else { return }
        unsafe storage.deallocate()
        capacity = Self.usualCapacity
        unsafe storage = .allocate(byteCount: capacity, alignment: 16)
    }

    /// Forgets everything from `newCount` on.
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

    /// The text's UTF-8 bytes.
    package func append(utf8 text: String) {
        var text = text
        text.withUTF8 { append(unsafe ByteView(UnsafeRawBufferPointer($0))) }
    }

    /// Appends a number of bytes that `body` writes, all of them.
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

    /// Makes all bytes zeros that there are.
    func setZeros() {
        unsafe storage.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    /// Zeros up to the next multiple of `alignment`.
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
