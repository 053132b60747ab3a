internal import NacreFormat

/// Arrays of values, which are one attribute.
extension ObjectDecoder {
    /// Reads the next attribute, an array of scalars that are stored as integers of their width.
    /// - Parameter make: Makes an element from its integer.
    @inlinable
    mutating func elements<Element, Integer: FixedWidthInteger>(
        of type: Integer.Type, _ make: (Integer) throws -> Element
    ) throws -> [Element] {
        let bytes = unsafe try variable()
        let width = MemoryLayout<Integer>.size
        let count = bytes.count / width
        guard count * width == bytes.count else { throw Self.damaged() }
        return try unsafe [Element](unsafeUninitializedCapacity: count) { elements, made in
            // SAFETY: there are `count` integers, and room for as many elements.
            while made < count {
                let integer = unsafe Integer(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: made &* width, as: type))
                let element = try make(integer)
                unsafe elements.initializeElement(at: made, to: element)
                made &+= 1
            }
        }
    }

    /// Reads the next attribute, an array of strings.
    mutating func strings() throws -> [String] {
        let bytes = unsafe try ByteView(variable())
        if let strings = JSONStringList.strings(in: bytes) { return strings }
        guard let text = bytes.string else { throw AttributeError.damaged }
        return try NestedValue(jsonText: text, held).elements().map { try String.decode(from: $0) }
    }

    /// Reads the next attribute, an array of values of any type, each by way of a stored value.
    @usableFromInline
    mutating func anyElements<Element: AttributeValue>(
        _ type: Element.Type
    ) throws -> [Element] {
        guard let scalar = Element.attributeType.scalar else {
            return try [Element].decode(from: list())
        }
        guard case .array(let values) = try value(.array(of: scalar)) else {
            throw AttributeError.damaged
        }
        let held = held
        return try values.compactMap {
            try Element.decodeIfThere(from: NestedValue(.value($0), held))
        }
    }
}
