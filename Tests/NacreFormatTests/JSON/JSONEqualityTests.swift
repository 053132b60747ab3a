import NacreFormat
import Testing

/// Texts are equal by their bytes, as canonical form has them.
@Suite struct JSONEqualityTests {
    @Test func `two spellings of one character are different texts`() {
        // Of equal length, and equal in Swift.
        let (one, other) = ("s\u{323}\u{307}", "s\u{307}\u{323}")
        #expect(one == other && one.utf8.count == other.utf8.count)
        #expect(JSONValue.string(one) != .string(other))
        let members = [JSONMember(name: one, value: .null)]
        #expect(JSONValue.object(members)[other] == nil)
        #expect(JSONValue.object(members)[one] == .null)
    }

    /// Small strings and large ones, around the size of the words in which bytes are compared.
    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 40])
    func `texts differ if one byte does, wherever it is`(count: Int) {
        let text = String(repeating: "a", count: count)
        let same = Substring(text + "b").dropLast()
        #expect(JSONValue.string(text) == .string(String(same)))
        for place in 0..<count {
            let other = String(repeating: "a", count: place) + "b" + text.dropFirst(place + 1)
            #expect(JSONValue.string(text) != .string(other))
        }
        #expect(JSONValue.string(text) != .string(text + "a"))
    }
}
