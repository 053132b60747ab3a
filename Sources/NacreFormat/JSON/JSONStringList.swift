/// Arrays of strings as JSON text, read and written without making a tree.
package enum JSONStringList {
    private static let quote = UInt8(ascii: "\"")

    /// Returns the strings of an array.
    /// - Returns: nil if the text is not canonical, has escapes, or is no array of strings. Then
    ///   ``JSONParser`` reads it or says what is wrong with it.
    package static func strings(in text: ByteView) -> [String]? {
        let last = text.count - 1
        guard last >= 1, text[0] == UInt8(ascii: "["), text[last] == UInt8(ascii: "]") else {
            return nil
        }
        var strings: [String] = []
        if last == 1 { return strings }
        strings.reserveCapacity(unsafe text.buffer.count { $0 == quote } / 2)
        // SAFETY: the text outlives this call.
        let input = unsafe JSONBytes(text.buffer)
        var position = 1
        while position < last, text[position] == quote {
            let end = input.endOfPlainText(from: position + 1)
            guard end < last, text[end] == quote, let string = text[position + 1..<end].string
            else { return nil }
            strings.append(string)
            position = end + 1
            if position == last { return strings }
            guard text[position] == UInt8(ascii: ",") else { return nil }
            position += 1
        }
        return nil
    }

    /// Appends the canonical text of an array.
    package static func append(_ strings: [String], to buffer: ByteBuffer) {
        JSONElementTexts.append(strings, to: buffer) { append($0, to: buffer) }
    }

    private static func append(_ string: String, to buffer: ByteBuffer) {
        let start = buffer.count
        buffer.append(quote)
        buffer.append(utf8: string)
        let isPlain = buffer.read { bytes in
            // SAFETY: the buffer does not change during the call.
            let input = unsafe JSONBytes(bytes.buffer)
            return input.endOfPlainText(from: start + 1) == bytes.count
        }
        guard isPlain else {
            buffer.truncate(to: start)
            var writer = JSONWriter()
            writer.string(string)
            buffer.append(writer.bytes)
            return
        }
        buffer.append(quote)
    }
}
