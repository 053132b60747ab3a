internal import NacreFormat

/// Memory that a run is written into, and that owns its bytes afterwards. It is written by one
/// thread, before it is shared.
///
/// Its methods are called for every posting. None calls back into code that uses the memory, so no
/// two accesses overlap, and exclusivity is not checked.
@safe final class RunMemory: @unchecked Sendable {
    // SAFETY: `base` owns `capacity` bytes, of which the first `count` are initialised. Both
    // change only in this file.
    @exclusivity(unchecked) private var base: UnsafeMutableRawPointer
    @safe @exclusivity(unchecked) private var capacity: Int
    @safe @exclusivity(unchecked) private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 64)
        unsafe base = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { unsafe base.deallocate() }

    /// The bytes written so far, valid until the next change and while the memory is retained.
    var view: ByteView { unsafe ByteView(base: base, count: count) }

    func removeAll() { count = 0 }

    @inline(__always)
    private func reserve(_ extra: Int) {
        if count + extra > capacity { grow(extra) }
    }

    @inline(never)
    private func grow(_ extra: Int) {
        capacity = max(capacity * 2, count + extra)
        let fresh = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        unsafe fresh.copyMemory(from: base, byteCount: count)
        unsafe base.deallocate()
        unsafe base = fresh
    }

    @inline(__always)
    func append(byte: UInt8) {
        reserve(1)
        unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    @inline(__always)
    func append(_ value: UInt16) {
        reserve(2)
        unsafe base.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt16.self)
        count += 2
    }

    @inline(__always)
    func append(_ value: UInt32) {
        reserve(4)
        unsafe base.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt32.self)
        count += 4
    }

    @inline(__always)
    func append(_ value: UInt64) {
        reserve(8)
        unsafe base.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
        count += 8
    }

    /// Appends a number in groups of seven bits, the lowest first. All but the last have bit 7.
    @inline(__always)
    func append(varint value: UInt64) {
        reserve(10)
        var rest = value
        while rest >= 0x80 {
            unsafe base.storeBytes(
                of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
            count += 1
            rest >>= 7
        }
        unsafe base.storeBytes(
            of: UInt8(truncatingIfNeeded: rest), toByteOffset: count, as: UInt8.self)
        count += 1
    }

    func append(_ view: ByteView) {
        guard view.count > 0 else { return }
        reserve(view.count)
        unsafe (base + count).copyMemory(from: view.base, byteCount: view.count)
        count += view.count
    }

    func append(_ other: RunMemory) {
        append(other.view)
        withExtendedLifetime(other) {}
    }

    /// Appends zeros up to the next multiple of 8.
    func pad() {
        while count % 8 != 0 { append(byte: 0) }
    }

    /// Overwrites four bytes that have been written.
    func set(_ value: UInt32, at offset: Int) {
        precondition(offset >= 0 && offset <= count - 4)
        unsafe base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
    }

    /// Overwrites eight bytes that have been written.
    func set(_ value: UInt64, at offset: Int) {
        precondition(offset >= 0 && offset <= count - 8)
        unsafe base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt64.self)
    }

    /// Frees memory that is reserved and not used. Large blocks keep theirs: the system provides
    /// their pages only when they are written.
    func shrink() {
        guard capacity < 1 << 20, capacity > count + 64 else { return }
        capacity = max(count, 64)
        let fresh = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        unsafe fresh.copyMemory(from: base, byteCount: count)
        unsafe base.deallocate()
        unsafe base = fresh
    }
}
