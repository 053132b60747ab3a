internal import CNacreShims

/// A view of bytes that another object keeps alive: a mapped segment, a frame being built. Reading
/// outside of it stops the process, so code with a view of hostile bytes uses ``ByteReader``, which
/// throws, or checks the bound first.
///
/// Lifetime: a view is only as good as its owner. The engine passes views to closures, or keeps the
/// version that pins the mapping alongside; it never stores them.
///
/// The type and its properties are `@usableFromInline`: without that, `@inlinable` has no effect on
/// package methods, and a load from another module takes ten times as long.
@usableFromInline @safe package struct ByteView: @unchecked Sendable {
    // SAFETY: the base is only read in this file, after the bound check of `pointer(at:count:)`.
    @usableFromInline package let base: UnsafeRawPointer

    @usableFromInline package let count: Int

    /// Makes a view of a buffer.
    /// - Parameter buffer: The bytes, which must outlive the view.
    @inlinable
    package init(_ buffer: UnsafeRawBufferPointer) {
        // SAFETY: an empty buffer may have no address. Any other one serves, because it is not
        // read.
        unsafe base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
        count = buffer.count
    }

    package static let empty = unsafe ByteView(UnsafeRawBufferPointer(start: nil, count: 0))

    /// Makes a view of the bytes at an address.
    /// - Parameter base: The address of `count` bytes that must outlive the view.
    @inlinable
    package init(base: UnsafeRawPointer, count: Int) {
        precondition(count >= 0)
        unsafe self.base = unsafe base
        self.count = count
    }

    @inlinable @inline(__always)
    func pointer(at offset: Int, count size: Int) -> UnsafeRawPointer {
        // One comparison for both ends: a negative offset is a huge unsigned one.
        precondition(
            size <= count && UInt(bitPattern: offset) <= UInt(bitPattern: count &- size),
            "read outside of the view")
        return unsafe base + offset
    }

    /// Returns the little-endian integer at `offset`, at any alignment.
    @inlinable @inline(__always)
    package func load<Integer: FixedWidthInteger>(
        _ type: Integer.Type = Integer.self, at offset: Int
    ) -> Integer {
        let address = unsafe pointer(at: offset, count: MemoryLayout<Integer>.size)
        return unsafe Integer(littleEndian: address.loadUnaligned(as: Integer.self))
    }

    // Overloads for the most used integer types. Without optimization the generic method calls
    // witness methods of its type for each operation, which takes most of the time of a debug
    // build. With optimization the instructions are identical.

    @inlinable @inline(__always)
    package func load(_ type: UInt64.Type = UInt64.self, at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: pointer(at: offset, count: 8).loadUnaligned(as: type))
    }

    @inlinable @inline(__always)
    package func load(_ type: UInt32.Type = UInt32.self, at offset: Int) -> UInt32 {
        unsafe UInt32(littleEndian: pointer(at: offset, count: 4).loadUnaligned(as: type))
    }

    @inlinable @inline(__always)
    package func load(_ type: UInt16.Type = UInt16.self, at offset: Int) -> UInt16 {
        unsafe UInt16(littleEndian: pointer(at: offset, count: 2).loadUnaligned(as: type))
    }

    @inlinable @inline(__always)
    package func load(_ type: UInt8.Type = UInt8.self, at offset: Int) -> UInt8 {
        unsafe pointer(at: offset, count: 1).load(as: type)
    }

    /// The bytes in `range`, as a view.
    @inlinable @inline(__always)
    package subscript(range: Range<Int>) -> ByteView {
        unsafe ByteView(
            base: pointer(at: range.lowerBound, count: range.count), count: range.count)
    }

    @inlinable
    package subscript(offset: Int) -> UInt8 { load(UInt8.self, at: offset) }

    /// The bytes as an unsafe buffer, for APIs that need one. It has the same lifetime as the view.
    @inlinable
    package var buffer: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base, count: count)
    }

    /// A copy of the bytes.
    package var bytes: [UInt8] { unsafe [UInt8](buffer) }

    package var crc: UInt32 {
        var crc = CRC32C()
        crc.add(self)
        return crc.value
    }

    /// Whether every byte is ASCII. Uses the largest words that fit, the last of which overlap, so
    /// that there are no single bytes at the end.
    @inlinable @inline(__always)
    package var isASCII: Bool {
        // SAFETY: every offset is such that the word there ends at or before the end.
        if count < 4 {
            guard count > 0 else { return true }
            let middle = unsafe base.load(fromByteOffset: count / 2, as: UInt8.self)
            let last = unsafe base.load(fromByteOffset: count &- 1, as: UInt8.self)
            return unsafe base.load(as: UInt8.self) | middle | last < 0x80
        }
        if count < 8 {
            let last = unsafe base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            return unsafe (base.loadUnaligned(as: UInt32.self) | last) & 0x8080_8080 == 0
        }
        let first = unsafe base.loadUnaligned(as: UInt64.self)
        var seen = unsafe SIMD2(
            first, base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
        if count > 16 {
            let last = count &- 16
            var offset = 8
            while offset < last {
                seen |= unsafe base.loadUnaligned(
                    fromByteOffset: offset, as: SIMD2<UInt64>.self)
                offset &+= 16
            }
            seen |= unsafe base.loadUnaligned(fromByteOffset: last, as: SIMD2<UInt64>.self)
        }
        return (seen[0] | seen[1]) & 0x8080_8080_8080_8080 == 0
    }

    /// The bytes as text. They must be ASCII.
    @inlinable @inline(__always)
    package var asciiString: String {
        // SAFETY: the string copies the bytes, which outlive this call.
        // Up to 15 bytes are stored in the string itself. For these, this initializer takes a third
        // of the instructions of the other one, because the library validates them in registers.
        guard count <= 15 else { return unsafe String(decoding: buffer, as: UTF8.self) }
        return unsafe String(unsafeUninitializedCapacity: count) { target in
            unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: buffer)
            return count
        }
    }

    /// The bytes as text, or nil if they are not well-formed UTF-8; for bytes that are not all
    /// ASCII. The repairing initializer makes the string, which is then compared with the bytes: it
    /// differs exactly if it was repaired.
    @usableFromInline package var stringBeyondASCII: String? {
        // SAFETY: both live until the end.
        let text = unsafe String(decoding: buffer, as: UTF8.self)
        let isUnchanged =
            unsafe text.utf8.withContiguousStorageIfAvailable {
                unsafe isEqual(to: ByteView(UnsafeRawBufferPointer($0)))
            } ?? text.utf8.elementsEqual(buffer)
        return isUnchanged ? text : nil
    }

    /// Whether every byte is zero.
    package var isZero: Bool { countWithoutTrailingZeros == 0 }

    /// The length of the view without the zeros at its end.
    package var countWithoutTrailingZeros: Int { unsafe nacre_count_without_zeros(base, count) }

    /// Compares byte by byte, like memcmp: negative, zero or positive.
    @inlinable
    package func compare(_ other: ByteView) -> Int {
        let shared = min(count, other.count)
        var start = 0
        while start <= shared - 8 {
            let mine = load(UInt64.self, at: start)
            let theirs = other.load(UInt64.self, at: start)
            // The first byte that differs decides.
            if mine != theirs { return mine.byteSwapped < theirs.byteSwapped ? -1 : 1 }
            start += 8
        }
        for offset in start..<shared {
            let mine = load(UInt8.self, at: offset)
            let theirs = other.load(UInt8.self, at: offset)
            if mine != theirs { return Int(mine) - Int(theirs) }
        }
        return count - other.count
    }
}

extension Array where Element == UInt8 {
    /// Calls `body` with a view of the array's bytes, which is valid only during the call.
    package func withView<Result, Failure: Error>(
        _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The array's own method rethrows without the error's type, so the result is passed as a
        // value.
        let outcome: Swift.Result<Result, Failure> = unsafe withUnsafeBytes { buffer in
            do throws(Failure) {
                return .success(try body(unsafe ByteView(buffer)))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
