/// Writes JSON in the store's canonical form, from trees or element by element: no white space; no
/// escapes but those JSON demands (`"`, `\`, and U+0000 to U+001F, by a letter where there is one
/// and else as `\u00xx` with lower-case digits); numbers in their shortest exact form.
///
/// Writing a parsed text with `sortedNames` gives equal bytes for texts that say the same, and
/// parsing what was written gives the same value, with these exceptions: NaN and the infinities,
/// which have no JSON, are written as the strings "NaN", "Infinity" and "-Infinity"; a `.number`
/// that fits in Int64 comes back as an integer; one that is not the digits of an integer is
/// written as a string.
///
/// Commas are placed by the writer. That brackets pair, and that each member is a name followed by
/// one value, is the caller's duty and is not checked.
package struct JSONWriter: Sendable {
    /// What was written so far. Callers may append to it between lines or values of their own.
    package var bytes: [UInt8]
    /// Whether an element ended last, so that another one needs a comma between.
    private var isAfterElement = false

    package init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// The canonical text of one value.
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

    /// The name of the member whose value is written next.
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
        // exponent, and is JSON as it is.
        raw(value.description.utf8)
    }

    package mutating func bool(_ value: Bool) {
        raw((value ? "true" : "false").utf8)
    }

    package mutating func null() {
        raw("null".utf8)
    }

    /// Bytes that are one canonical JSON value already.
    package mutating func raw(_ canonical: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: canonical)
        isAfterElement = true
    }

    /// Ends a line of JSON Lines; the next value starts a text of its own.
    package mutating func endLine() {
        bytes.append(0x0A)
        isAfterElement = false
    }

    /// Forgets what was written but keeps the memory, for writers that are emptied often.
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
    /// Appends the whole string first: most have nothing to escape, and finding that out in the
    /// array is fast.
    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let plainEnd = JSONBytes.endOfPlainText(in: bytes, from: start)
        if plainEnd < bytes.count { escape(from: plainEnd) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Escapes what was appended as it is, from an offset on.
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
