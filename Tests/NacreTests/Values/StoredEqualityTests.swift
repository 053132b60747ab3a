import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Values of every sort that have no order of their own, or several forms.
private struct Sheet: Entity {
    let id: Int
    var report: Report
    var maybe: Report?
    var staged: Report
    var names: Set<String>
    var lists: Set<[Double]>
    var sets: [Set<String>]
    var byName: [String: Double]
    var byNumber: [Double: Set<String>]
    var byReport: [Report: Int]
    var day: Date

    enum Codecs {
        static let staged = AttributeCodec(\Sheet.staged, by: .json)
        static let day = AttributeCodec(\Sheet.day, by: .isoDate)
    }

    static let schema = EntitySchema(
        Sheet.init, Attribute("id", \.id), Attribute("report", \.report, .unique),
        Attribute("maybe", \.maybe), Attribute("staged", \.staged, codec: Codecs.staged),
        Attribute("names", \.names), Attribute("lists", \.lists), Attribute("sets", \.sets),
        Attribute("byName", \.byName), Attribute("byNumber", \.byNumber),
        Attribute("byReport", \.byReport), Attribute("day", \.day, codec: Codecs.day))

    static let samples = Generator<Sheet> { choices throws(Rejection) in
        let report = try choices.draw(Report.samples)
        return Sheet(
            id: 1, report: report, maybe: report, staged: report,
            names: Set(try choices.draw(Report.texts)),
            lists: Set(try choices.draw(.array(of: Report.numbers, count: 0...3))),
            sets: [report.tags, Set(try choices.draw(Report.texts))],
            byName: try choices.draw(.dictionary(Report.text, Report.number)),
            byNumber: try choices.draw(
                .dictionary(Report.number, Report.texts.map { Set($0) })),
            byReport: [report: 1],
            day: Date(timeIntervalSinceReferenceDate: try choices.draw(.element(of: [0, -0.0, 5]))))
    }

    var twin: Sheet {
        Sheet(
            id: 2, report: report.twin, maybe: maybe?.twin, staged: staged.twin, names: names.twin,
            lists: lists.twin, sets: sets.twin, byName: byName.twin, byNumber: byNumber.twin,
            byReport: [report.twin: 1], day: day.twin)
    }
}

/// A dictionary whose keys are stored as JSON.
private struct Ledger: Entity {
    struct Key: Codable, Hashable, Storable {
        var text: String
    }

    let id: Int
    var counts: [Key: Int]

    static let schema = EntitySchema(
        Ledger.init, Attribute("id", \.id), Attribute("counts", \.counts))
}

@Suite struct StoredEqualityTests {
    @Test func `equal values are stored equally, whatever they consist of`() {
        property("equal values", runs: 200, Sheet.samples) { sheet in
            let twin = sheet.twin
            try require(twin.report == sheet.report && twin.byReport == sheet.byReport)
            let store = try Store.inMemory(Sheet.self)
            try store.performChanges { try $0.insert(sheet) }
            let fields = Sheet.Fields(FieldPath())
            try requireEqual(try store.find(Sheet.self, \.report, twin.report)?.id, 1)
            let filters: [(String, Filter<Sheet>)] = [
                ("report", fields.report == twin.report), ("maybe", fields.maybe == twin.maybe),
                ("names", fields.names == twin.names), ("lists", fields.lists == twin.lists),
                ("sets", fields.sets == twin.sets), ("isIn", fields.report.isIn([twin.report])),
            ]
            for (name, filter) in filters {
                try requireEqual(try store.count(Sheet.where(filter)), 1, name)
            }
            let error = storeError { try store.performChanges { try $0.insert(twin) } }
            try requireEqual(error?.code, .uniqueViolation)
            // An attribute without filters stays identical to the bit: its only strings are keys.
            let run = try store.dryRun { changes in
                try changes.update(Sheet.all) { $0.byName = twin.byName }
            }
            try require(try run.updated(Sheet.self).allSatisfy { !$0.changed(\.byName) })
            // The value read equals the stored one.
            guard let found = try store.find(Sheet.self, 1) else { throw PropertyFailure("gone") }
            try requireEqual(found.report, sheet.report)
            try requireEqual(found.byNumber, sheet.byNumber)
            try requireEqual(found.byReport, sheet.byReport)
        }
    }

    @Test func `a combining mark after a line break is kept in a key that is JSON`() throws {
        let store = try Store.inMemory(Ledger.self)
        let texts = ["\n\u{303}", "\t\u{306}", "\u{1f}\u{307}", "e\u{301}"]
        let keys = texts.map { Ledger.Key(text: $0) }
        let ledger = Ledger(id: 1, counts: Dictionary(uniqueKeysWithValues: zip(keys, 0...)))
        try store.performChanges { try $0.insert(ledger) }
        #expect(try store.find(Ledger.self, 1)?.counts == ledger.counts)
    }

    @Test func `equal Codable values give equal JSON, which decodes to them`() {
        property("equal texts", runs: 200, Report.samples) { report in
            let json = Transformer<Report, JSONText>.json
            let (text, twin) = (try json.transform(report), try json.transform(report.twin))
            try requireEqual(text, twin)
            try requireEqual(try json.reverse(twin), report)
        }
    }

    private struct Plain: Codable, Hashable, Sampled {
        var opening: Opening
        var shape: Shape
        var data: Data
        var url: URL
        var uuid: UUID
        var decimal: Decimal?
        var dates: [Date]
        var numbers: [Int: UInt64]
        var floats: [Float]
        var empty: Empty

        struct Empty: Codable, Hashable, Sendable {}

        static let samples = Generator<Plain> { choices throws(Rejection) in
            Plain(
                opening: try choices.sample(), shape: try choices.sample(),
                data: try choices.sample(), url: try choices.sample(),
                uuid: try choices.sample(),
                decimal: try choices.draw(
                    .element(of: [nil, 0, 12.5, Decimal(string: "1e30"), -3])),
                dates: try choices.sample(), numbers: try choices.sample(),
                floats: try choices.sample(), empty: Empty())
        }
    }

    @Test func `values that need no other order give the same JSON as JSONEncoder`() {
        property("as JSONEncoder", runs: 200, Plain.samples) { plain in
            let encoder = JSONEncoder()
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
            let expected = try JSONText(String(decoding: encoder.encode(plain), as: UTF8.self))
            let json = Transformer<Plain, JSONText>.json
            // It has two zeros.
            let text = expected.text.replacing(#/-0\.0(?=[,\]}])/#, with: "0")
            try requireEqual(try json.transform(plain).text, text)
        }
    }

    /// A class that writes its own members beside those of its superclass.
    private class Animal: Codable, @unchecked Sendable {
        var name = "a"
    }

    private final class Dog: Animal, @unchecked Sendable {
        var age = 3

        private enum CodingKeys: CodingKey { case age, list, inner }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(age, forKey: .age)
            try super.encode(to: container.superEncoder())
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encodeNil()
            try list.encode(1.5)
            var inner = list.nestedContainer(keyedBy: CodingKeys.self)
            try inner.encodeNil(forKey: .age)
            var same = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
            try same.encode("x", forKey: .age)
            var again = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
            try again.encode("y", forKey: .list)
        }
    }

    @Test func `nested containers are filled at their places`() throws {
        let text = try Transformer<Dog, JSONText>.json.transform(Dog()).text
        #expect(
            text == #"{"age":3,"inner":{"age":"x","list":"y"},"list":[null,1.5,{"age":null}],"#
                + #""super":{"name":"a"}}"#)
    }

    private indirect enum Chain: Codable, Sendable {
        case end
        case link(Chain)
    }

    @Test func `a value with too many levels is refused`() throws {
        var chain = Chain.end
        for _ in 0..<40 { chain = .link(chain) }
        _ = try Transformer<Chain, JSONText>.json.transform(chain)
        for _ in 0..<40 { chain = .link(chain) }
        #expect(throws: (any Error).self) {
            try Transformer<Chain, JSONText>.json.transform(chain)
        }
    }
}
