import Nacre
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

private struct Shelf: Entity {
    let id: Int
    var numbers: Set<Int32>
    var ratios: Set<Double>
    var texts: Set<String>
    var lists: Set<[String]>
    var maybe: Set<Int64?>

    static let schema = EntitySchema(
        Shelf.init, Attribute("id", \.id), Attribute("numbers", \.numbers),
        Attribute("ratios", \.ratios), Attribute("texts", \.texts), Attribute("lists", \.lists),
        Attribute("maybe", \.maybe))

    /// Texts of characters that mean something in JSON, or that come before its quotation mark.
    private static let text = Generator<String> { choices throws(Rejection) in
        let characters: [Character] = [
            "a", "b", " ", "!", "\"", "\\", "#", ",", "[", "]", "{", "}", ":",
        ]
        let count = Int(try choices.draw(upTo: 5))
        var text = ""
        for _ in 0..<count { text.append(try choices.draw(.element(of: characters))) }
        return text
    }

    static let samples = Generator<Shelf> { choices throws(Rejection) in
        Shelf(
            id: 1, numbers: Set(try choices.draw(.array(of: Int32.samples, count: 0...9))),
            ratios: Set(
                try choices.draw(.array(of: Double.samples, count: 0...9)).filter { !$0.isNaN }),
            texts: Set(try choices.draw(.array(of: text, count: 0...9))),
            lists: Set(
                try choices.draw(.array(of: .array(of: text, count: 0...3), count: 0...5))),
            maybe: Set(try choices.draw(.array(of: Int64.samples, count: 0...3)) + [nil]))
    }
}

/// Sets, which are stored in an order that depends only on their elements.
@Suite struct SetStorageTests {
    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    private static func list(_ texts: [String]) -> String {
        "[\(texts.joined(separator: ","))]"
    }

    /// Returns the texts in the order of their bytes.
    private static func sorted(_ texts: [String]) -> [String] {
        texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    @Test func `sets are stored in the order of their elements`() {
        property("stored sets", runs: 300, Shelf.samples) { shelf in
            let store = try Store.inMemory(Shelf.self)
            try store.performChanges { try $0.insert(shelf) }
            let object = try store.database.snapshot().find(.int(1), in: "Shelf")
            let values = try #require(object).values
            try requireEqual(
                values[1], .array(shelf.numbers.sorted().map { .int(Int64($0)) }))
            try requireEqual(values[2], .array(shelf.ratios.sorted().map { .double($0) }))
            let texts = Self.list(Self.sorted(shelf.texts.map(Self.quoted)))
            try requireEqual(values[3], .json(texts))
            let lists = Self.sorted(shelf.lists.map { Self.list($0.map(Self.quoted)) })
            try requireEqual(values[4], .json(Self.list(lists)))
            let maybe = Self.sorted(shelf.maybe.map { $0.map { "\($0)" } ?? "null" })
            try requireEqual(values[5], .json(Self.list(maybe)))
        }
    }

    /// A type that stores all its values alike.
    private struct Alike: Hashable, Storable {
        let number: Int

        static let transformer = Transformer<Alike, Int>(
            "alike", transform: { _ in 7 }, reverse: { Alike(number: $0) })
    }

    private struct AlikeText: Hashable, Storable {
        let number: Int

        static let transformer = Transformer<AlikeText, String>(
            "alike", transform: { _ in "same" }, reverse: { _ in AlikeText(number: 1) })
    }

    private struct Pair: Entity {
        let id: Int
        var first: Set<Alike> = []
        var second: Set<AlikeText> = []

        static let schema = EntitySchema(
            Pair.init, Attribute("id", \.id), Attribute("first", \.first),
            Attribute("second", \.second))
    }

    @Test func `elements that are stored alike are an error that names the attribute`() throws {
        let store = try Store.inMemory(Pair.self)
        let numbers = storeError {
            try store.performChanges {
                try $0.insert(Pair(id: 1, first: [Alike(number: 1), Alike(number: 2)]))
            }
        }
        #expect(numbers?.code == .invalidValue)
        #expect(numbers?.message.contains("'first' of the object of 'Pair'") == true)
        let texts = storeError {
            try store.performChanges {
                try $0.insert(Pair(id: 1, second: [AlikeText(number: 1), AlikeText(number: 2)]))
            }
        }
        #expect(texts?.message.contains("'second' of the object of 'Pair'") == true)
    }
}
