/// Reads the fields of one structure from the front, and throws if they end too early or have
/// invalid values. Knows the structure's name and offset, for errors.
package struct ByteReader {
    package let view: ByteView
    /// The name of the structure, for errors, for example "segment header".
    let structure: String
    /// The offset of `view` in its file.
    let origin: Int
    package private(set) var offset = 0

    package init(_ view: ByteView, structure: String, origin: Int = 0) {
        self.view = view
        self.structure = structure
        self.origin = origin
    }

    package var remaining: Int { view.count - offset }

    package mutating func read<Integer: FixedWidthInteger>(
        _ field: String, as type: Integer.Type = Integer.self
    ) throws(FormatError) -> Integer {
        let bytes = try take(MemoryLayout<Integer>.size, field)
        return bytes.load(type, at: 0)
    }

    /// Reads the next `count` bytes.
    package mutating func take(_ count: Int, _ field: String) throws(FormatError) -> ByteView {
        guard count >= 0, count <= remaining else {
            throw error(.truncated, field, expected: "\(count) bytes", found: "\(remaining)")
        }
        defer { offset += count }
        return view[offset..<offset + count]
    }

    package mutating func text(_ count: Int, _ field: String) throws(FormatError) -> String {
        let start = offset
        guard let text = try take(count, field).string else {
            offset = start
            throw error(.badValue, field, expected: "UTF-8 text", found: "other bytes")
        }
        return text
    }

    /// Reads bytes that must be zero.
    package mutating func zeros(_ count: Int, _ field: String = "zero") throws(FormatError) {
        let start = offset
        guard try take(count, field).isZero else {
            offset = start
            throw error(.badValue, field, expected: "zeros", found: "other bytes")
        }
    }

    /// Reads zeros up to the next multiple of `alignment`.
    package mutating func padding(to alignment: Int) throws(FormatError) {
        let over = offset % alignment
        if over != 0 { try zeros(alignment - over, "padding") }
    }

    /// Throws if there are bytes left.
    package func end() throws(FormatError) {
        guard remaining == 0 else {
            throw error(.badValue, "length", expected: "\(offset)", found: "\(view.count)")
        }
    }

    package func error(
        _ kind: FormatError.Kind, _ field: String, expected: String, found: String
    ) -> FormatError {
        FormatError(
            kind, structure: structure, field: field, offset: origin + offset,
            expected: expected, found: found)
    }
}
