internal import CNacreShims

/// A window on bytes that somebody else keeps alive: a mapped segment, a frame being built.
/// Reading outside of it stops the process, so whoever holds a view of hostile bytes asks
/// ``ByteReader``, which throws, or checks the bound first.
///
/// Lifetime: a view is only as good as its owner. The engine hands views out inside a closure or
/// beside the version that pins the mapping, and never stores them.
///
/// The type and its properties are `@usableFromInline`: without that, `@inlinable` has no effect on
/// package methods, and a load from another module takes ten times as long.
@usableFromInline @safe package struct ByteView: @unchecked Sendable {
    // SAFETY: the base is only read in this file, behind the bound check of `pointer(at:count:)`.
    @usableFromInline package let base: UnsafeRawPointer

    @usableFromInline package let count: Int

    /// - Parameter buffer: bytes that outlive the view.
    @inlinable
    package init(_ buffer: UnsafeRawBufferPointer) {
        // SAFETY: an empty buffer may have no address; any other serves, since it is not read.
        unsafe base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
        count = buffer.count
    }

    package static let empty = unsafe ByteView(UnsafeRawBufferPointer(start: nil, count: 0))

    /// - Parameter base: the address of `count` bytes that outlive the view.
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

    /// The little-endian integer at `offset`, at any alignment.
    @inlinable @inline(__always)
    package func load<Integer: FixedWidthInteger>(
        _ type: Integer.Type = Integer.self, at offset: Int
    ) -> Integer {
        let address = unsafe pointer(at: offset, count: MemoryLayout<Integer>.size)
        return unsafe Integer(littleEndian: address.loadUnaligned(as: Integer.self))
    }

    // The same for the integers that nearly everything is made of. Built without optimization the
    // one above asks its type for all that it does, which takes most of the time of a debug build;
    // with it they are the same instructions.

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

    /// The bytes `range`, as a view of their own.
    @inlinable @inline(__always)
    package subscript(range: Range<Int>) -> ByteView {
        unsafe ByteView(
            base: pointer(at: range.lowerBound, count: range.count), count: range.count)
    }

    @inlinable
    package subscript(offset: Int) -> UInt8 { load(UInt8.self, at: offset) }

    /// The bytes as an unsafe buffer, for the calls that want one. Same lifetime as the view.
    @inlinable
    package var buffer: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base, count: count)
    }

    /// A copy.
    package var bytes: [UInt8] { unsafe [UInt8](buffer) }

    package var crc: UInt32 {
        var crc = CRC32C()
        crc.add(self)
        return crc.value
    }

    /// Whether every byte is ASCII. By the largest words that fit, of which the last ones overlap:
    /// there are no single bytes at the end.
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

    /// The bytes as text, which are known to be ASCII.
    @inlinable @inline(__always)
    package var asciiString: String {
        // SAFETY: the string copies the bytes, which outlive this call.
        // Up to 15 bytes stand in the string itself. Made by the other initializer they take a
        // third of the instructions, because the library looks at them in registers.
        guard count <= 15 else { return unsafe String(decoding: buffer, as: UTF8.self) }
        return unsafe String(unsafeUninitializedCapacity: count) { target in
            unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: buffer)
            return count
        }
    }

    /// The same as `string`, for bytes that are not all ASCII. The repairing initializer makes the
    /// string, which is then compared with the bytes: it differs from them exactly if something
    /// was repaired.
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

    /// Where a word begins, at any alignment; nil if it does not occur from `offset` on.
    package func firstOffset(of word: UInt32, from offset: Int) -> Int? {
        guard offset < count else { return nil }
        let rest = self[offset..<count]
        let place = unsafe withUnsafeBytes(of: word.littleEndian) { sequence in
            // SAFETY: the sequence is the word's bytes, which live until the end of the call.
            unsafe nacre_find(rest.base, rest.count, sequence.baseAddress, sequence.count)
        }
        return place < rest.count ? offset + place : nil
    }

    /// Byte by byte, as memcmp: negative, zero or positive.
    @inlinable
    package func compare(_ other: ByteView) -> Int {
        let shared = min(count, other.count)
        var start = 0
        while start <= shared - 8 {
            let mine = load(UInt64.self, at: start)
            let theirs = other.load(UInt64.self, at: start)
            // Of two words the first byte that differs decides.
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
    /// Runs `body` with a view of the array's bytes, good only inside.
    package func withView<Result, Failure: Error>(
        _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The array's own method rethrows without the type, so the outcome passes it as a value.
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
