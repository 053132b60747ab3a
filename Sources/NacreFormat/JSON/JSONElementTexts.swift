/// The texts of an array's elements, found without making a tree.
package enum JSONElementTexts {
    /// Returns the texts of the elements.
    /// - Parameter text: The text of an array, as ``JSONWriter`` writes it: without white space.
    package static func texts(in text: ByteView) -> [String] {
        var texts: [String] = []
        // SAFETY: the text outlives this call.
        let input = unsafe JSONBytes(text.buffer)
        // The brackets and braces that are open around a position.
        var depth = 0
        var start = 1
        var position = 0
        func addElement() {
            if let element = input.string(from: start, to: position), !element.isEmpty {
                texts.append(element)
            }
            start = position + 1
        }
        while position < input.count {
            switch input.byte(at: position) {
            case UInt8(ascii: "\""): position = endOfString(input, from: position + 1)
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { addElement() }
            case UInt8(ascii: ",") where depth == 1: addElement()
            default: break
            }
            position += 1
        }
        return texts
    }

    /// Appends the text of an array.
    /// - Parameter texts: The texts of its elements.
    package static func append(_ texts: [String], to buffer: ByteBuffer) {
        append(texts, to: buffer) { buffer.append(utf8: $0) }
    }

    /// Appends the text of an array.
    /// - Parameter appendText: Appends the text of one element.
    static func append(
        _ elements: [String], to buffer: ByteBuffer, _ appendText: (String) -> Void
    ) {
        buffer.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            appendText(element)
        }
        buffer.append(UInt8(ascii: "]"))
    }

    /// Returns the offset of the quotation mark that ends a string.
    private static func endOfString(_ input: JSONBytes, from start: Int) -> Int {
        var position = input.endOfPlainText(from: start)
        while input.byte(at: position) == UInt8(ascii: "\\") {
            position = input.endOfPlainText(from: position + 2)
        }
        return position
    }
}
