import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Orders of languages are Foundation's, total, and never those of an index.
@Suite struct LocalizedSortTests {
    private struct Word: Entity {
        let id: String
        var text: String
        var other: String?
        var number: Int

        static let schema = EntitySchema(
            Word.init, Attribute("id", \.id), Attribute("text", \.text, .indexed),
            Attribute("other", \.other), Attribute("number", \.number))
    }

    private static let texts = [
        "zebra", "\u{e5}l", "apple", "Apple", "\u{e9}cole", "e\u{301}cole", "ecole", "part 10",
        "part 2", "\u{f8}re", "Zulu", "", "a",
    ]

    private func store() throws -> Store {
        let store = try Store.inMemory(Word.self)
        try store.performChanges { changes in
            for (place, text) in Self.texts.enumerated() {
                try changes.insert(
                    Word(
                        id: text.isEmpty ? "-" : "\(text)\(place)", text: text,
                        other: place % 3 == 0 ? nil : text, number: place % 2))
            }
        }
        return store
    }

    @Test(arguments: ["nb_NO", "en_US", "sv_SE", "de_DE"], [false, true])
    func `texts are sorted in the order of a language`(name: String, isNumeric: Bool) throws {
        let locale = Locale(identifier: name)
        let order = TextOrder.localized(locale, isNumeric: isNumeric)
        let store = try store()
        let words = try store.fetch(Word.all)
        func compare(_ first: String, _ second: String) -> ComparisonResult {
            first.compare(
                second, options: isNumeric ? .numeric : [], range: nil, locale: locale)
        }
        let ascending = words.sorted { first, second in
            let result = compare(first.text, second.text)
            return result == .orderedSame ? first.id < second.id : result == .orderedAscending
        }
        let request = Word.all.sorted({ $0.text.ascending(order) })
        #expect(try store.fetch(request).map(\.id) == ascending.map(\.id))
        #expect(try store.fetch(request.limit(3)).map(\.id) == ascending.prefix(3).map(\.id))
        let back = try store.fetch(\.other, Word.all.sorted({ $0.other.descending(order) }))
        #expect(back.compactMap(\.self).count == back.firstIndex(of: nil))
        #expect(
            zip(back, back.dropFirst()).allSatisfy { first, second in
                guard let first, let second else { return true }
                return compare(first, second) != .orderedAscending
            })
    }

    @Test func `no index has the order of a language, and the explanation shows the sort`() throws {
        let store = try store()
        let norwegian = TextOrder.localized(Locale(identifier: "nb_NO"))
        let explanation = try Word.all.sorted({ $0.text.ascending(norwegian) }).limit(1)
            .explain(in: store)
        #expect(explanation.isSorted)
        #expect(explanation.description.hasSuffix("order: the first 1 by text (nb_NO), id"))
        let plain = try Word.all.sorted(\.text.ascending).limit(1).explain(in: store)
        #expect(plain.indexes == ["text"])
    }

    @Test func `pages follow the order of a language, and their cursors belong to it`() throws {
        let store = try store()
        let norwegian = TextOrder.localized(Locale(identifier: "nb_NO"))
        let swedish = TextOrder.localized(Locale(identifier: "sv_SE"))
        for request in [
            Word.all.sorted({ $0.text.descending(norwegian) }, \.number.ascending),
            Word.all.sorted({ $0.id.ascending(norwegian) }),
        ] {
            var ids: [String] = []
            var cursor: Cursor<Word>?
            repeat {
                let page = try store.page(request.limit(2).after(cursor))
                ids += page.map(\.id)
                cursor = try page.cursor.map { try Cursor(parsing: $0.description) }
            } while cursor != nil
            #expect(try store.fetch(request).map(\.id) == ids)
        }
        let request = Word.all.sorted({ $0.text.ascending(norwegian) }).limit(2)
        let cursor = try store.page(request).cursor
        let error = storeError {
            try store.fetch(Word.all.sorted({ $0.text.ascending(swedish) }).after(cursor))
        }
        #expect(error?.code == .invalidValue)
        #expect(request == Word.all.sorted({ $0.text.ascending(norwegian) }).limit(2))
        #expect(request != Word.all.sorted({ $0.text.ascending(swedish) }).limit(2))
        #expect(request != Word.all.sorted(\.text.ascending).limit(2))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(request) }
        let plain = Word.all.sorted(\.text.ascending).limit(2)
        let next = plain.after(try store.page(plain).cursor)
        let data = try JSONEncoder().encode(next)
        #expect(try JSONDecoder().decode(FetchRequest<Word>.self, from: data) == next)
    }
}
