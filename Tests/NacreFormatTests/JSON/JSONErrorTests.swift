import NacreFormat
import Testing

/// The messages of errors.
@Suite struct JSONErrorTests {
    private func message(_ text: String, depthLimit: Int = 128) -> String {
        do {
            _ = try JSONParser.parse(text, depthLimit: depthLimit)
            return ""
        } catch {
            return error.description
        }
    }

    @Test func `a message has the place and the found and expected text`() {
        #expect(message("[1 2]") == "Invalid JSON at byte 3: found '2', expected ',' or ']'.")
        #expect(
            message("{") == "Invalid JSON at byte 1: the text ends where a member name in double "
                + "quotes or '}' was expected.")
        #expect(
            message("\"\u{1}\"") == "Invalid JSON at byte 1: found byte 0x01 in a string, expected "
                + "it escaped as '\\u0001'.")
    }

    @Test func `a byte order mark is reported by name`() {
        #expect(message("\u{FEFF}{}").contains("byte order mark"))
    }

    @Test func `a repeated name is printed, but a long one only in part`() {
        #expect(message(#"{"a":1,"a":2}"#).contains("\"a\""))
        let name = String(repeating: "n", count: 5000)
        #expect(message("{\"\(name)\":1,\"\(name)\":2}").utf8.count < 200)
    }

    @Test func `a control character in a repeated name is escaped in the message`() {
        let text = message(#"{"\u001b[2J":1,"\u001b[2J":2}"#)
        #expect(text.utf8.allSatisfy { $0 >= 0x20 })
    }

    @Test func `a number beyond all doubles is printed, but a long one only in part`() {
        #expect(message("1e999").contains("1e999"))
        #expect(message(String(repeating: "9", count: 100_000) + ".5").utf8.count < 200)
    }

    @Test func `nesting is allowed to the limit and not beyond`() throws {
        let depth = JSONParser.defaultDepthLimit
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try JSONParser.parse(nested(depth)) }
        #expect(throws: JSONError(offset: depth, reason: .tooDeep(limit: depth))) {
            try JSONParser.parse(nested(depth + 1))
        }
        #expect(message(#"{"a":{"b":1}}"#, depthLimit: 1).contains("more than 1 deep"))
        #expect(throws: Never.self) { try JSONParser.parse("1", depthLimit: 0) }
    }

    @Test func `a million open brackets are an ordinary error`() {
        for bracket in ["[", "{\"a\":", "[{\"a\":"] {
            let text = String(repeating: bracket, count: 1_000_000)
            let error = #expect(throws: JSONError.self) { try JSONParser.parse(text) }
            #expect(error?.reason == .tooDeep(limit: 128))
        }
    }

    @Test func `offsets count from the start of a slice`() {
        let bytes = Array("xxxx[1,]".utf8)
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes[4...]) }
        #expect(error?.offset == 3)
    }
}
