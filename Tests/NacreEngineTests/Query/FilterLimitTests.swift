import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Texts and filters that are made to break something.
@Suite struct FilterLimitTests {
    private func nested(_ count: Int, _ open: String, _ close: String) -> String {
        String(repeating: open, count: count) + "level == 1"
            + String(repeating: close, count: count)
    }

    @Test func `nesting is allowed to the limit and not beyond`() throws {
        let limit = FilterParser.depthMax
        _ = try QueryFixture.parse(nested(limit, "(", ")"))
        let message = QueryFixture.message(nested(limit + 1, "(", ")"))
        #expect(message.contains("more than 64 levels"))
        _ = try QueryFixture.parse(String(repeating: "!", count: limit) + "true")
        #expect(
            QueryFixture.message(String(repeating: "!", count: limit + 1) + "true")
                .contains("more than 64 levels"))
    }

    @Test func `a filter at the parser's limit can be bound and matched`() throws {
        let open = "(level == 1 || level == 2 && "
        let filter = try QueryFixture.parse(nested(FilterParser.depthMax, open, ")"))
        #expect(try QueryFixture.matches(filter, ["level": .int(1)]))
        #expect(try !QueryFixture.matches(filter, ["level": .int(3)]))
    }

    @Test func `lists within lists are allowed to the limit, bound and matched`() throws {
        for (open, close) in [
            ("[", "]"), ("[{ $0 == ", " }]"), ("[{ $0 == 1 || $0 == 2 && $0 != ", " }]"),
        ] {
            func text(_ count: Int) -> String {
                "extra == " + String(repeating: open, count: count) + "[]"
                    + String(repeating: close, count: count)
            }
            let limit = (1...FilterParser.depthMax).last {
                !QueryFixture.message(text($0)).contains("more than 64 levels")
            }
            let deepest = text(try #require(limit))
            #expect(try !QueryFixture.matches(deepest, ["extra": .json("[[1]]")]))
            #expect(QueryFixture.message(text(20_000)).contains("more than 64 levels"))
        }
    }

    /// Each level of braces goes through a dozen functions.
    @Test func `nested braces need no more stack than a thread has`() throws {
        @Sendable func text(_ count: Int) -> String {
            "extra.contains { " + String(repeating: "$0.contains { ", count: count - 1) + "$0 == 1"
                + String(repeating: " }", count: count)
        }
        let messages = Mutex<[String]>([])
        let thread = Thread {
            for count in [8, 9, 128, 20_000] {
                let message = QueryFixture.message(text(count))
                messages.withLock { $0.append(message) }
            }
        }
        thread.stackSize = 512 << 10
        thread.start()
        while !thread.isFinished { Thread.sleep(forTimeInterval: 0.01) }
        let all = messages.withLock(\.self)
        #expect(all.first == "")
        #expect(all.dropFirst().allSatisfy { $0.contains("more than 64 levels") })
        #expect(all.count == 4)
    }

    @Test func `a hundred thousand open parentheses are an ordinary error`() {
        #expect(
            QueryFixture.message(String(repeating: "(", count: 100_000)).contains("more than 64"))
        #expect(
            QueryFixture.message(String(repeating: "!", count: 100_000)).contains("more than 64"))
    }

    @Test func `long chains are allowed`() throws {
        let text = Array(repeating: "level == 1", count: 20_000).joined(separator: " && ")
        let filter = try QueryFixture.parse(text)
        #expect(
            filter == .and(Array(repeating: .comparison("level", .equal, .int(1)), count: 20_000)))
        #expect(try QueryFixture.matches(filter, ["level": .int(1)]))
    }

    @Test func `text over the limit is refused`() {
        let text = "true" + String(repeating: " ", count: FilterParser.sizeMax)
        #expect(QueryFixture.message(text).contains("longer than 1048576 bytes"))
    }

    @Test func `the message about a long line prints only a part of it`() {
        let text = "level in [" + String(repeating: "1, ", count: 10_000) + "x]"
        let lines = QueryFixture.message(text).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.count < 200 })
        #expect(lines[0].hasPrefix("..."))
        #expect(lines[0].hasSuffix("x]"))
        #expect(lines[1].count == 74)
    }

    @Test func `a filter with too many levels is refused, however it was made`() throws {
        var filter = FilterExpression.all
        for _ in 0..<FilterParser.depthMax { filter = .not(filter) }
        _ = try BoundFilter(filter, schema: QueryFixture.schema)
        for _ in 0..<1000 {
            filter = .not(filter)
            let error = #expect(throws: StoreError.self) {
                try BoundFilter(filter, schema: QueryFixture.schema)
            }
            #expect(error?.code == .invalidValue)
        }
        #expect(filter.description == "a filter of too many levels")
    }

    /// The count of a filter equals the parser's count for its text.
    @Test func `a filter is within the limit if and only if its text can be parsed`() {
        let deeper = Generator<FilterExpression> { choices throws(Rejection) in
            var filter = try choices.draw(QueryGenerators.filter)
            for _ in 0..<(try choices.draw(upTo: 70)) {
                let other = try choices.draw(
                    QueryGenerators.filter(on: QueryGenerators.attributes, depth: 0))
                switch try choices.draw(upTo: 2) {
                case 0: filter = .not(filter)
                case 1: filter = .and([filter, other])
                default: filter = .or([other, filter])
                }
            }
            return filter
        }
        property("levels", runs: 500, deeper) { filter in
            let isRead = (try? QueryFixture.parse(filter.description)) != nil
            let isBound = (try? BoundFilter(filter, schema: QueryFixture.schema)) != nil
            try requireEqual(isBound, isRead, "\(filter)")
        }
    }

    @Test func `excessively large numbers are errors`() {
        let digits = String(repeating: "9", count: 10_000)
        for attribute in ["level", "area", "price", "u64", "ratio"] {
            #expect(QueryFixture.message("\(attribute) == \(digits)") != "")
            #expect(QueryFixture.message("\(attribute) == 1e\(digits)") != "")
        }
        #expect(QueryFixture.message("price == 1e-9223372036854775808") != "")
        #expect(QueryFixture.message("area == 1e-9223372036854775808") == "")
    }
}
