import NacreFormat

/// A value inside another value, referenced in place. Valid only as long as the underlying bytes.
enum MatchedValue {
    case null
    case scalar(Value)
    /// The JSON text of a value that is not null.
    case json(ByteView)
    /// An array of scalars.
    case packed(ByteView, ScalarType)
    /// The keys of a JSON object.
    case keys(ByteView)
    /// The values of a JSON object.
    case values(ByteView)

    /// - Parameter text: The text of a value. It is not empty.
    init(json text: ByteView) {
        self = text.count > 0 && text[0] == UInt8(ascii: "n") ? .null : .json(text)
    }

    /// An error: the bytes are not a value of their type.
    struct Damage: Error {}

    var isNull: Bool { if case .null = self { true } else { false } }

    /// Calls `body` with the elements, or with a JSON object's values, until it returns true.
    /// - Returns: Whether this value is a collection.
    func forEachElement(
        _ body: (MatchedValue) throws(Damage) -> Bool
    ) throws(Damage) -> Bool {
        switch self {
        case .null, .scalar: return false
        case .packed(let bytes, let type):
            for offset in stride(from: 0, to: bytes.count, by: type.width) {
                guard let value = ScalarCoding.load(type, from: bytes, at: offset) else {
                    throw Damage()
                }
                if try body(.scalar(value)) { break }
            }
            return true
        case .json(let text), .keys(let text), .values(let text):
            guard var scanner = JSONScanner(text) else { return false }
            if !scanner.isObject {
                while let element = try next(&scanner) {
                    if try body(MatchedValue(json: element)) { break }
                }
                return true
            }
            while let (name, value) = try nextMember(&scanner) {
                if case .keys = self {
                    if try body(.json(name)) { break }
                } else if try body(MatchedValue(json: value)) {
                    break
                }
            }
            return true
        }
    }

    /// Returns the number of elements, or nil if the value is not a collection.
    func count() throws(Damage) -> Int? {
        if case .packed(let bytes, let type) = self { return bytes.count / type.width }
        var count = 0
        let isCollection = try forEachElement { (_) throws(Damage) in
            count += 1
            return false
        }
        return isCollection ? count : nil
    }

    /// Returns the value of a JSON object's key, or null if there is none.
    func value(ofKey key: TextLiteral) throws(Damage) -> MatchedValue {
        guard case .json(let text) = self, var scanner = JSONScanner(text), scanner.isObject else {
            return .null
        }
        while let (name, value) = try nextMember(&scanner) {
            if try MatchedValue.compare(string: name, .equal, key) {
                return MatchedValue(json: value)
            }
        }
        return .null
    }

    private func next(_ scanner: inout JSONScanner) throws(Damage) -> ByteView? {
        do throws(JSONError) { return try scanner.nextElement() } catch { throw Damage() }
    }

    private func nextMember(
        _ scanner: inout JSONScanner
    ) throws(Damage) -> (name: ByteView, value: ByteView)? {
        do throws(JSONError) { return try scanner.nextMember() } catch { throw Damage() }
    }
}
