/// Conversions of stored bytes, without making the values of lists.
extension ValueConversion {
    /// Converts a scalar.
    /// - Parameters:
    ///   - source: The bytes from the value's slot on.
    ///   - target: The address of the converted value, with room for the width of the target type.
    /// - Returns: false if the bytes are invalid for the source type.
    @unsafe package func store(_ source: ByteView, to target: UnsafeMutableRawPointer) -> Bool {
        guard let from = self.source.scalar, let to = self.target.scalar else { return false }
        return unsafe Self.store(from, source, to, target)
    }

    /// Appends the stored bytes of a converted list.
    /// - Parameter bytes: The stored bytes of the value: a variable value, or the bytes from a
    ///   scalar's slot on.
    /// - Returns: false if the bytes are invalid for the source type.
    package func append(_ bytes: ByteView, to buffer: ByteBuffer) -> Bool {
        switch (source, target) {
        case (source, source) where source == target && source.isVariable: buffer.append(bytes)
        case (.scalar(let from), .array(let to)): return Self.append(from, bytes, to, buffer)
        case (.array(let from), .array(let to)):
            guard bytes.count % from.width == 0 else { return false }
            for offset in stride(from: 0, to: bytes.count, by: from.width) {
                guard Self.append(from, bytes[offset..<bytes.count], to, buffer) else {
                    return false
                }
            }
        case (_, .json):
            guard let value = RecordDecoder.value(of: bytes, as: source),
                case .json(let text) = converted(value)
            else { return false }
            buffer.append(utf8: text)
        default: return false
        }
        return true
    }

    private static func append(
        _ from: ScalarType, _ bytes: ByteView, _ to: ScalarType, _ buffer: ByteBuffer
    ) -> Bool {
        var isValid = false
        unsafe buffer.append(to.width) { isValid = unsafe store(from, bytes, to, $0) }
        return isValid
    }

    private static func store(
        _ from: ScalarType, _ source: ByteView, _ to: ScalarType, _ target: UnsafeMutableRawPointer
    ) -> Bool {
        guard from != to else {
            unsafe target.copyMemory(from: source[0..<to.width].base, byteCount: to.width)
            return true
        }
        guard let value = ScalarCoding.load(from, from: source, at: 0) else { return false }
        let bits: UInt64
        switch widened(value, to: to) {
        case .int(let number): bits = UInt64(bitPattern: number)
        case .uint(let number): bits = number
        case .float(let number): bits = UInt64(number.bitPattern)
        case .double(let number): bits = number.bitPattern
        default: return false
        }
        unsafe withUnsafeBytes(of: bits.littleEndian) { bytes in
            unsafe target.copyMemory(from: bytes.baseAddress.unsafelyUnwrapped, byteCount: to.width)
        }
        return true
    }
}
