import NacreExchangeCore
import Testing

@testable import NacreCLI

@Suite struct NameListTests {
    @Test func `a long list of names is shortened`() {
        #expect(NameList.text([]) == "")
        #expect(NameList.text(["a", "b"]) == "a, b")
        let many = (1...1020).map { "n\($0)" }
        #expect(NameList.text(many).hasPrefix("n1, n2, "))
        #expect(NameList.text(many).hasSuffix(", n20, and 1,000 more"))
    }
}
