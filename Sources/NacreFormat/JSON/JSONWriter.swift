/// Writes JSON in the store's canonical form, from trees or element by element: no white space;
/// only the escapes that JSON requires (`"`, `\`, and U+0000 to U+001F, by a letter if there is one
/// and otherwise as `\u00xx` with lower-case digits); numbers in their shortest exact form.
///
/// Writing a parsed text with `sortedNames` gives equal bytes for equivalent texts, and parsing the
/// output gives the same value, with these exceptions: NaN and the infinities, which JSON does not
/// have, are written as the strings "NaN", "Infinity" and "-Infinity"; a `.number` that fits in
/// Int64 comes back as an integer; one that is not the digits of an integer is written as a string.
///
/// The writer inserts commas. The caller must balance brackets, and write each member as a name
/// followed by one value; this is not checked.
package struct JSONWriter: Sendable {
    /// The output so far. Callers may append to it between lines or values.
    package var bytes: [UInt8]
    /// Whether the last item was an element, so that another one needs a comma before it.
    private var isAfterElement = false

    package init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// Returns the canonical text of one value.
    package static func bytes(of value: JSONValue, sortedNames: Bool = false) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(value, sortedNames: sortedNames)
        return writer.bytes
    }

    package mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        isAfterElement = false
    }

    package mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        isAfterElement = true
    }

    package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        isAfterElement = false
    }

    package mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        isAfterElement = true
    }

    /// Writes the name of a member. Its value must be written next.
    package mutating func name(_ name: String) {
        separate()
        appendQuoted(name)
        bytes.append(UInt8(ascii: ":"))
        isAfterElement = false
    }

    package mutating func string(_ value: String) {
        separate()
        appendQuoted(value)
        isAfterElement = true
    }

    package mutating func integer(_ value: Int64) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(value.magnitude)
        isAfterElement = true
    }

    package mutating func unsigned(_ value: UInt64) {
        separate()
        appendDigits(value)
        isAfterElement = true
    }

    package mutating func double(_ value: Double) {
        if value.isNaN { return string("NaN") }
        if value.isInfinite { return string(value < 0 ? "-Infinity" : "Infinity") }
        // Swift's shortest text that reads back as the same bits always has a fraction or an
        // exponent, and is valid JSON.
        raw(value.description.utf8)
    }

    package mutating func bool(_ value: Bool) {
        raw((value ? "true" : "false").utf8)
    }

    package mutating func null() {
        raw("null".utf8)
    }

    /// Writes bytes that are one canonical JSON value already.
    package mutating func raw(_ canonical: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: canonical)
        isAfterElement = true
    }

    /// Ends a line of JSON Lines. The next value starts a text of its own.
    package mutating func endLine() {
        bytes.append(0x0A)
        isAfterElement = false
    }

    /// Removes the output but keeps its memory, for writers that are emptied often.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        isAfterElement = false
    }

    @inline(__always)
    private mutating func separate() {
        if isAfterElement { bytes.append(UInt8(ascii: ",")) }
    }
}

extension JSONWriter {
    /// Appends a quoted string. It is appended unescaped first: most strings need no escapes, and
    /// testing that is fast in the array.
    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let plainEnd = JSONBytes.endOfPlainText(in: bytes, from: start)
        if plainEnd < bytes.count { escape(from: plainEnd) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Escapes the bytes from an offset on, which were appended unescaped.
    @inline(never)
    private mutating func escape(from start: Int) {
        let rest = Array(bytes[start...])
        bytes.removeSubrange(start...)
        var done = 0
        while done < rest.count {
            appendEscaped(rest[done])
            let end = JSONBytes.endOfPlainText(in: rest, from: done + 1)
            bytes.append(contentsOf: rest[done + 1..<end])
            done = end
        }
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(byte < 0x10 ? 0x30 : 0x31)
            let low = byte & 0x0F
            bytes.append(low < 10 ? 0x30 + low : 0x57 + low)
        }
    }

    private mutating func appendDigits(_ value: UInt64) {
        let start = bytes.count
        var rest = value
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(0x30 + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        } while rest > 0
        bytes[start...].reverse()
    }
}
