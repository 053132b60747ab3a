import NacreFormat
import NacreTestSupport
import Testing

/// A text is canonical if and only if it is the text that is written for its value.
@Suite struct JSONCanonicalTests {
    private static let names = [
        "", "a", "ab", "b", "\\u0061b", "\u{e9}", "e\u{301}", "\\n", "\\\"",
    ]
    private static let scalars = [
        "null", "true", "0", "-0", "-0.0", "12", "-5", "1.0", "1e0", "1.50", "0.1", "1e+300",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    ]

    /// JSON in all sorts of spellings, mostly the usual ones.
    private static func texts(depth: Int) -> Generator<String> {
        Generator { choices throws(Rejection) in
            func space(_ choices: inout Choices) throws(Rejection) -> String {
                try choices.draw(upTo: 40) == 40 ? " " : ""
            }
            func name(_ choices: inout Choices) throws(Rejection) -> String {
                "\"\(names[Int(try choices.draw(upTo: UInt64(names.count - 1)))])\""
            }
            switch try choices.draw(upTo: depth > 0 ? 3 : 1) {
            case 0: return scalars[Int(try choices.draw(upTo: UInt64(scalars.count - 1)))]
            case 1: return try name(&choices)
            case 2:
                var elements: [String] = []
                for _ in 0..<(try choices.draw(upTo: 3)) {
                    elements.append(
                        try space(&choices) + (try choices.draw(texts(depth: depth - 1))))
                }
                return "[\(elements.joined(separator: ","))]"
            default:
                var members: [String] = []
                for _ in 0..<(try choices.draw(upTo: 3)) {
                    let value = try choices.draw(texts(depth: depth - 1))
                    members.append("\(try name(&choices)):\(try space(&choices))\(value)")
                }
                return "{\(members.joined(separator: ","))}"
            }
        }
    }

    @Test func `only text that is written as it was read is canonical`() {
        property("canonical", runs: 3000, Self.texts(depth: 3)) { text in
            let bytes = Array(text.utf8)
            let found = unsafe bytes.withUnsafeBytes { bytes in
                Result { () throws(JSONError) in try unsafe JSONParser.parseCanonical(bytes) }
            }
            switch Result(catching: { () throws(JSONError) in try JSONParser.parse(bytes) }) {
            case .success(let value):
                let isCanonical = JSONWriter.bytes(of: value, sortedNames: true) == bytes
                try requireEqual(try found.get(), isCanonical ? value : nil)
            case .failure(let error):
                // For instance a name that occurs twice.
                try requireEqual(found, .failure(error))
            }
        }
    }
}
