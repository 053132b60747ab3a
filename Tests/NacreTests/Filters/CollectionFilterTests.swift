import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Random filters of collections find the same objects as Swift does among the decoded ones.
@Suite struct CollectionFilterTests {
    private let properties = FilterPropertyTests()

    @Test func `filters of arrays agree with Swift`() {
        typealias L = Lists
        var tests: [Expectations<L>] = [
            L.elements(\.bytes), L.orderedElements(\.bytes), L.elements(\.ints),
            L.orderedElements(\.ints), L.elements(\.bigs), L.orderedElements(\.bigs),
            L.elements(\.floats), L.orderedElements(\.floats), L.elements(\.doubles),
            L.orderedElements(\.doubles), L.elements(\.bools), L.elements(\.dates),
            L.orderedElements(\.dates), L.elements(\.uuids), L.orderedElements(\.uuids),
            L.elements(\.decimals), L.orderedElements(\.decimals), L.elements(\.keys),
        ]
        tests += [
            L.elements(\.refs), L.elements(\.ranks), L.orderedElements(\.ranks),
            L.elements(\.strings), L.orderedElements(\.strings), L.elements(\.datas),
            L.elements(\.colours), L.elements(\.moneys), L.orderedElements(\.moneys),
            L.elements(\.maybeInts), L.elements(\.maybeStrings),
        ]
        let fields = L.Fields(FieldPath())
        tests.append(
            .element(of: [
                Expectation(filter: fields.nested.contains { $0.contains(1) }) {
                    $0.nested.contains { $0.contains(1) }
                },
                Expectation(filter: fields.nested.contains { $0.count > 1 && !$0.isEmpty }) {
                    $0.nested.contains { $0.count > 1 }
                },
                Expectation(filter: fields.strings.contains { $0.hasPrefix("a") }) {
                    $0.strings.contains { $0.hasPrefix("a") }
                },
                Expectation(filter: fields.maybeStrings.contains { $0 == nil || $0 < "b" }) {
                    $0.maybeStrings.contains { $0 == nil || $0! < "b" }
                },
                Expectation(filter: fields.optional.contains(1)) {
                    $0.optional?.contains(1) ?? false
                },
                Expectation(filter: fields.optional.count > 1) {
                    $0.optional.map { $0.count > 1 } ?? false
                },
                Expectation(filter: fields.optional.count == nil) { $0.optional?.count == nil },
                Expectation(filter: fields.optionalStrings.isEmpty) {
                    $0.optionalStrings?.isEmpty ?? false
                },
                Expectation(filter: fields.optionalStrings.allSatisfy { $0 != "a" }) {
                    $0.optionalStrings?.allSatisfy { $0 != "a" } ?? false
                },
                Expectation(filter: fields.openings.isEmpty) { $0.openings.isEmpty },
            ]))
        properties.check(tests)
    }

    @Test func `filters of sets and dictionaries agree with Swift`() {
        typealias G = Groups
        let fields = G.Fields(FieldPath())
        properties.check([
            G.elements(\.ints), G.orderedElements(\.ints), G.elements(\.strings),
            G.orderedElements(\.strings), G.elements(\.ranks), G.elements(\.maybe),
            G.members(\.byString), G.members(\.byInt), G.members(\.byRank), G.members(\.byMoney),
            G.members(\.byBool), G.members(\.byDecimal), G.members(\.byKey),
            .element(of: [
                Expectation(filter: fields.byColour[.red]["a"] == 1) {
                    $0.byColour[.red]?["a"] == 1
                },
                Expectation(filter: fields.byColour[.green].count > 1) {
                    $0.byColour[.green].map { $0.count > 1 } ?? false
                },
                Expectation(filter: fields.byUInt64[1].contains { $0 > 1 }) {
                    $0.byUInt64[1]?.contains { $0 > 1 } ?? false
                },
                Expectation(filter: fields.byString.keys.contains { $0.hasPrefix("c") }) {
                    $0.byString.keys.contains { $0.hasPrefix("c") }
                },
                Expectation(filter: fields.byString["a"] > 0.5) {
                    $0.byString["a"].map { $0 > 0.5 } ?? false
                },
            ]),
        ])
    }

    @Test func `filters and requests are coded, and invalid filters are errors`() throws {
        let request = Lists.where { $0.strings.contains("a") && $0.ints.count > 2 }
            .sorted(\.id.descending).limit(3).offset(1)
        let data = try JSONEncoder().encode(request)
        #expect(try JSONDecoder().decode(FetchRequest<Lists>.self, from: data) == request)
        let deep = String(repeating: "!(", count: 100_000)
        for text in [
            #"{"version":2,"filter":"true"}"#, #"{"filter":"true"}"#, #""true""#,
            #"{"version":1,"filter":"\#(deep)"}"#, #"{"version":1,"filter":"nowhere == 1"}"#,
            #"{"version":1,"filter":"strings.matches(\"(\")"}"#, #"{"version":1,"filter":5}"#,
        ] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Filter<Lists>.self, from: Data(text.utf8))
            }
        }
        for text in [
            #"{"version":1,"filter":"true","sorts":["nowhere"],"offset":0}"#,
            #"{"version":1,"filter":"true","sorts":[],"offset":"a"}"#,
        ] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(FetchRequest<Lists>.self, from: Data(text.utf8))
            }
        }
    }
}
