/// Parses one JSON text into a tree, strictly by RFC 8259. Accepts any bytes, never traps, and
/// explains each rejection with a JSONError. Nothing beyond the RFC is accepted, and less in four
/// points: a name may occur once per object, escapes must yield whole characters, doubles must be
/// finite, and nesting is limited (the parser recurses).
package struct JSONParser {
    /// Deep enough for any deliberate document, and shallow enough for a thread's stack.
    package static let defaultDepthLimit = Format.jsonDepthMax

    let input: JSONBytes
    /// The offset of the next byte to read.
    var position = 0
    /// The buffer for strings with escapes, kept for its capacity.
    var unescaped: [UInt8] = []
    /// Whether everything read so far has only one spelling: no white space, escapes or fractions.
    /// The text is then canonical except for the order of names.
    var isPlain = true
    /// Whether a number that is spelled differently from its double becomes a `.number` with its
    /// text.
    let keepsSpelling: Bool
    private let depthLimit: Int

    private init(input: JSONBytes, depthLimit: Int, keepsSpelling: Bool = false) {
        self.input = input
        self.depthLimit = depthLimit
        self.keepsSpelling = keepsSpelling
    }

    /// Parses a text.
    /// - Parameter depthLimit: Maximum number of arrays and objects that may be open at once.
    @unsafe package static func parse(
        _ bytes: UnsafeRawBufferPointer, depthLimit: Int = defaultDepthLimit
    ) throws(JSONError) -> JSONValue {
        // SAFETY: the caller's bytes are valid during this call, and the parser ends with it.
        var parser = JSONParser(input: unsafe JSONBytes(bytes), depthLimit: depthLimit)
        return try parser.parseText()
    }

    package static func parse(
        _ bytes: [UInt8], depthLimit: Int = defaultDepthLimit
    ) throws(JSONError) -> JSONValue {
        try parse(bytes[...], depthLimit: depthLimit)
    }

    /// Parses a text. Offsets in errors are counted from the start of the slice.
    package static func parse(
        _ bytes: ArraySlice<UInt8>, depthLimit: Int = defaultDepthLimit
    ) throws(JSONError) -> JSONValue {
        try JSONBytes.read(bytes) { (input) throws(JSONError) -> JSONValue in
            var parser = JSONParser(input: input, depthLimit: depthLimit)
            return try parser.parseText()
        }
    }

    package static func parse(
        _ text: String, depthLimit: Int = defaultDepthLimit
    ) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8), depthLimit: depthLimit)
    }

    /// Parses a text without losing a digit: a number with a fraction or an exponent is a `.double`
    /// only if it is spelled as doubles are written (`1.5`, `1e+16`), and otherwise a `.number`
    /// with its text (`1.50`, `1E16`, `12345678901234567890.1`, `1e999`).
    package static func parseKeepingSpelling(
        _ bytes: ArraySlice<UInt8>
    ) throws(JSONError) -> JSONValue {
        try JSONBytes.read(bytes) { (input) throws(JSONError) -> JSONValue in
            var parser = JSONParser(
                input: input, depthLimit: defaultDepthLimit, keepsSpelling: true)
            return try parser.parseText()
        }
    }

    /// Returns the value of a text if it is canonical with sorted names; nil otherwise.
    @unsafe package static func parseCanonical(
        _ bytes: UnsafeRawBufferPointer
    ) throws(JSONError) -> JSONValue? {
        // SAFETY: the caller's bytes are valid during this call, and the parser ends with it.
        var parser = JSONParser(
            input: unsafe JSONBytes(bytes), depthLimit: Self.defaultDepthLimit)
        return try parser.parseCanonicalText()
    }

    package static func parseCanonical(
        _ text: String, depthLimit: Int = defaultDepthLimit
    ) throws(JSONError) -> JSONValue? {
        try JSONBytes.read(Array(text.utf8)[...]) { (input) throws(JSONError) -> JSONValue? in
            var parser = JSONParser(input: input, depthLimit: depthLimit)
            return try parser.parseCanonicalText()
        }
    }

    private mutating func parseCanonicalText() throws(JSONError) -> JSONValue? {
        let value = try parseText()
        if isPlain { return value.hasSortedNames ? value : nil }
        // The text has parts with several spellings, so it is compared with the canonical text.
        let canonical = JSONWriter.bytes(of: value, sortedNames: true)
        return input.isEqual(to: canonical) ? value : nil
    }

    private mutating func parseText() throws(JSONError) -> JSONValue {
        if peek == 0xEF, input.byte(at: 1) == 0xBB, input.byte(at: 2) == 0xBF {
            throw JSONError(offset: 0, reason: .byteOrderMark)
        }
        skipSpace()
        let value = try parseValue(depth: 0, expected: .value)
        skipSpace()
        guard position == input.count else { throw unexpected(.endOfText) }
        return value
    }

    /// Parses one value.
    /// - Parameter depth: The number of open arrays and objects.
    private mutating func parseValue(
        depth: Int, expected: JSONError.Expectation
    ) throws(JSONError) -> JSONValue {
        switch peek {
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try parseNumber()
        case UInt8(ascii: "{"): return try parseObject(depth: depth)
        case UInt8(ascii: "["): return try parseArray(depth: depth)
        case UInt8(ascii: "n"): return try parseLiteral("null", .null)
        case UInt8(ascii: "t"): return try parseLiteral("true", .bool(true))
        case UInt8(ascii: "f"): return try parseLiteral("false", .bool(false))
        default: throw unexpected(expected)
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONError) -> JSONValue {
        try open(depth: depth)
        if take(UInt8(ascii: "}")) { return .object([]) }
        var members: [JSONMember] = []
        members.reserveCapacity(Self.firstCapacity)
        var names = JSONNameSet()
        while true {
            let start = position
            guard peek == UInt8(ascii: "\"") else {
                throw unexpected(members.isEmpty ? .nameOrEndOfObject : .name)
            }
            let name = try parseString()
            guard names.insert(name, after: members) else {
                throw JSONError(offset: start, reason: .duplicateName(name))
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected(.colon) }
            skipSpace()
            let value = try parseValue(depth: depth + 1, expected: .value)
            members.append(JSONMember(name: name, value: value))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw unexpected(.commaOrEndOfObject) }
            skipSpace()
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONError) -> JSONValue {
        try open(depth: depth)
        if take(UInt8(ascii: "]")) { return .array([]) }
        var elements: [JSONValue] = []
        while true {
            let value = try parseValue(
                depth: depth + 1, expected: elements.isEmpty ? .valueOrEndOfArray : .value)
            elements.append(value)
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw unexpected(.commaOrEndOfArray) }
            skipSpace()
        }
    }

    /// The initial capacity: most objects have more members than a growing array starts with.
    private static let firstCapacity = 8

    /// Moves past the opening bracket, if one more may be open.
    private mutating func open(depth: Int) throws(JSONError) {
        guard depth < depthLimit else {
            throw JSONError(offset: position, reason: .tooDeep(limit: depthLimit))
        }
        position += 1
        skipSpace()
    }

    private mutating func parseLiteral(
        _ word: StaticString, _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        let start = position
        for letter in word.description.utf8 {
            guard take(letter) else {
                if position == input.count { throw unexpected(.literal) }
                position = start
                throw unexpected(.literal)
            }
        }
        return value
    }
}

/// The basic steps of the grammar.
extension JSONParser {
    /// The next byte, 0 at the end.
    @inline(__always)
    var peek: UInt8 { input.byte(at: position) }

    /// Moves past the next byte if it is this one, which must not be 0.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    @inline(__always)
    mutating func skipSpace() {
        while true {
            let byte = peek
            if byte > 0x20 { return }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            isPlain = false
            position += 1
        }
    }

    /// Returns the error for the next byte, or for the end of the text.
    func unexpected(_ expected: JSONError.Expectation) -> JSONError {
        guard position < input.count else {
            return JSONError(offset: input.count, reason: .unexpectedEnd(expected: expected))
        }
        return JSONError(
            offset: position, reason: .unexpectedByte(peek, expected: expected))
    }
}
