import NacreText
import Testing

@Suite struct CodeTests {
    private func terms(_ text: String) -> [ExactText] { Tokenizer.code.texts(of: text) }

    @Test func `identifiers are terms whole and in parts`() {
        #expect(terms("fooBar_2") == ["foobar_2", "foo", "bar", "2"])
        #expect(terms("HTTPServer") == ["httpserver", "http", "server"])
        #expect(terms("utf8Decoder") == ["utf8decoder", "utf", "8", "decoder"])
        #expect(terms("SCREAMING_CASE") == ["screaming_case", "screaming", "case"])
        #expect(terms("parseURL") == ["parseurl", "parse", "url"])
        #expect(terms("sha256sum") == ["sha256sum", "sha", "256", "sum"])
        #expect(terms("aB") == ["ab", "a", "b"])
    }

    @Test func `an identifier of one part is one term`() {
        #expect(terms("foo Bar BAZ 42") == ["foo", "bar", "baz", "42"])
        #expect(terms("_foo __init__") == ["_foo", "foo", "__init__", "init"])
        #expect(terms("_ __ _1") == ["_1", "1"])
    }

    @Test func `commas and points separate numbers`() {
        #expect(terms("f(1,2) a.b::c 3.14") == ["f", "1", "2", "a", "b", "c", "3", "14"])
    }

    @Test func `the whole has the position of its first part, and the next comes after the last`() {
        let places = Tokenizer.code.found(in: "fooBar_2 = x").map(\.place)
        #expect(places.map(\.position) == [0, 0, 1, 2, 3])
        #expect(places.map(\.range) == [0..<8, 0..<3, 3..<6, 7..<8, 11..<12])
        #expect(places.map(\.kind) == [.word, .part, .part, .part, .word])
        #expect(Tokenizer.code.found(in: "_foo bar").map(\.place.position) == [0, 0, 1])
    }

    @Test func `identifiers beyond ASCII are split as well`() {
        #expect(terms("gr\u{f6}\u{df}e\u{c4}ndern") == ["grosseandern", "grosse", "andern"])
        #expect(
            terms("\u{41c}\u{43e}\u{439}\u{41a}\u{43b}\u{430}\u{441}\u{441}") == [
                "\u{43c}\u{43e}\u{439}\u{43a}\u{43b}\u{430}\u{441}\u{441}", "\u{43c}\u{43e}\u{439}",
                "\u{43a}\u{43b}\u{430}\u{441}\u{441}",
            ])
        #expect(terms("Gro\u{308}\u{DF}eA\u{308}ndern") == ["grosseandern", "grosse", "andern"])
        #expect(terms("\u{418}\u{306}Aa") == ["\u{439}aa", "\u{439}", "aa"])
    }

    @Test func `comments in scripts without spaces are pairs`() {
        #expect(
            terms("// \u{521d}\u{671f}\u{5316} fooBar") == [
                "\u{521d}\u{671f}", "\u{671f}\u{5316}", "\u{5316}", "foobar", "foo", "bar",
            ])
        #expect(terms("x\u{1f44d}y") == ["x", "\u{1f44d}", "y"])
    }

    @Test func `long identifiers are cut, and their parts are not`() {
        let long = String(repeating: "ab_", count: 200)
        let terms = terms(long + "end")
        #expect(terms.count == 202)
        #expect(terms[0].utf8.count == 255)
        #expect(terms.last == "end")
    }

    @Test func `a query takes whole identifiers, with their distances`() {
        let terms = Tokenizer.code.queryTerms(of: "fooBar_2 = x")
        #expect(terms.map(\.text) == ["foobar_2", "x"])
        #expect(terms.map(\.position) == [0, 3])
        #expect(terms.allSatisfy { !$0.isPrefix })
    }
}
