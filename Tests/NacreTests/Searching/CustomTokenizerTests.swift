import Foundation
import Nacre
import NacreEngine
import NacreSearch
import NacreTestSupport
import NacreText
import Synchronization
import Testing

extension SearchTokenizer {
    /// Words without their last s, and without "the".
    static let singular = SearchTokenizer.custom("singular", version: 1) { text in
        SearchTokenizer.words.words(in: text).compactMap { word in
            if word.text == "the" { return nil }
            return word.text.hasSuffix("s")
                ? SearchWord(String(word.text.dropLast()), like: word) : word
        }
    }

    /// Another version of these rules, which also drop a last e.
    static let laterSingular = SearchTokenizer.custom("singular", version: 2) { text in
        SearchTokenizer.singular.words(in: text).map { word in
            word.text.hasSuffix("e") ? SearchWord(String(word.text.dropLast()), like: word) : word
        }
    }

    /// Words with places that are not those of the text.
    static let wild = SearchTokenizer.custom("wild", version: 1) { text in
        let other = String(repeating: "x", count: 5000)
        return [
            SearchWord("far", at: other.startIndex..<other.endIndex, position: .max),
            SearchWord("before", at: other.endIndex..<other.endIndex, position: -5),
            SearchWord("", at: text.startIndex..<text.endIndex, position: 0),
            SearchWord(
                String(repeating: "\u{E9}", count: 1000), at: text.startIndex..<text.endIndex,
                position: 3),
        ]
    }

    /// Words of synonyms at one position, and sentences that are far apart.
    static let wide = SearchTokenizer.custom("wide", version: 1) { text in
        var gap = 0
        return SearchTokenizer.words.words(in: text).flatMap { word in
            if word.text == "stop" { gap += 5000 }
            let place = word.position + gap
            let own = SearchWord(word.text, at: word.range, position: place)
            let pairs = ["car": "auto", "auto": "car"]
            guard let other = pairs[word.text] else { return [own] }
            return [own, SearchWord(other, at: word.range, position: place)]
        }
    }

    static let slashed = SearchTokenizer.custom("a/b", version: 1) { _ in [] }
    static let early = SearchTokenizer.custom("early", version: 1) { _ in [] }
    static let zero = SearchTokenizer.custom("zero", version: 0) { _ in [] }
}

@Entity
struct Leaf: Equatable {
    #Search<Leaf>([\.text], tokenizer: .singular)
    let id: Int
    var text: String
}

@Entity
struct LaterLeaf: Equatable {
    static let entityName = "Leaf"
    #Search<LaterLeaf>([\.text], tokenizer: .laterSingular)
    let id: Int
    var text: String
}

@Entity
struct WildLeaf: Equatable {
    #Search<WildLeaf>([\.text], tokenizer: .wild)
    let id: Int
    var text: String
}

@Entity
struct WideLeaf: Equatable {
    #Search<WideLeaf>([\.text], tokenizer: .wide)
    let id: Int
    var text: String
}

@Entity
struct SlashedLeaf: Equatable {
    #Search<SlashedLeaf>([\.text], tokenizer: .slashed)
    let id: Int
    var text: String
}

@Entity
struct EarlyLeaf: Equatable {
    #Search<EarlyLeaf>([\.text], tokenizer: .early)
    let id: Int
    var text: String
}

@Entity
struct ZeroLeaf: Equatable {
    #Search<ZeroLeaf>([\.text], tokenizer: .zero)
    let id: Int
    var text: String
}

/// Searches by rules that the program brings along.
@Suite struct CustomTokenizerTests {
    @Test func `a text and a query are split by the program's rules`() throws {
        let store = try Store.inMemory(Leaf.self)
        try store.performChanges { changes in
            try changes.save(Leaf(id: 1, text: "The leaves of the trees"))
            try changes.save(Leaf(id: 2, text: "A leave, the tree"))
        }
        func ids(_ words: String) throws -> [Int] {
            try store.search(Leaf.self, words).map(\.object.id).sorted()
        }
        #expect(try ids("leaves") == [1, 2])
        #expect(try ids("TREE") == [1, 2])
        #expect(try ids("\"of the tree\"") == [1])
        #expect(try ids("the") == [])
        #expect(try ids("tree*") == [1, 2])
        let hit = try #require(try store.search(Leaf.self, "tree of").first)
        #expect(
            hit.snippet(\.text).highlighted(open: "[", close: "]")
                == "The leaves [of] the [trees]")
        #expect(try store.fetch(Leaf.where { $0.search("trees") }).count == 2)
        #expect(try store.completions(Leaf.self, "tre").map(\.word) == ["tree"])
    }

    @Test func `the index is kept, and a later version makes it again`() throws {
        let files = TypedStore()
        func count(_ store: Store, _ words: String) throws -> Int {
            try store.count(Leaf.where { $0.search(words) })
        }
        var store = try files.open(Leaf.self)
        try store.performChanges { changes in
            for id in 1...300 { try changes.save(Leaf(id: id, text: "horses \(id)")) }
        }
        #expect(try count(store, "horse") == 300)
        try store.close()
        store = try files.open(Leaf.self)
        #expect(try store.statistics.searches[0].tokenizer.hasPrefix("custom.singular/1/"))
        #expect(try count(store, "horses") == 300)
        #expect(try store.completions(Leaf.self, "hor").map(\.word) == ["horse"])
        try store.close()
        store = try files.open(LaterLeaf.self)
        #expect(try store.statistics.searches[0].tokenizer.hasPrefix("custom.singular/2/"))
        #expect(try store.count(LaterLeaf.where { $0.search("horses") }) == 300)
        #expect(try store.completions(LaterLeaf.self, "hor").map(\.word) == ["hors"])
        try store.close()
        // The stored rules are newer than those of the type.
        store = try files.open(Leaf.self)
        #expect(try store.statistics.searches[0].tokenizer.hasPrefix("custom.singular/2/"))
        #expect(try count(store, "horse") == 300)
        #expect(try store.completions(Leaf.self, "hor").map(\.word) == ["hors"])
        try store.close()
    }

    @Test func `places out of bounds are brought within the text`() throws {
        let store = try Store.inMemory(WildLeaf.self)
        try store.performChanges { changes in
            try changes.save(WildLeaf(id: 1, text: "caf\u{E9}"))
            try changes.save(WildLeaf(id: 2, text: ""))
        }
        #expect(try store.search(WildLeaf.self, "anything").count == 2)
        for hit in try store.search(WildLeaf.self, "anything") {
            #expect(hit.snippet(\.text).text.count <= 4)
            _ = hit.ranges(\.text)
        }
        for word in SearchTokenizer.wild.words(in: "caf\u{E9}") {
            #expect(!word.text.isEmpty && word.text.utf8.count <= 255)
            #expect(word.range.upperBound <= "caf\u{E9}".endIndex)
        }
    }

    @Test func `gaps end phrases, and words of one position are found and marked`() throws {
        let store = try Store.inMemory(WideLeaf.self)
        try store.performChanges { changes in
            try changes.save(WideLeaf(id: 1, text: "One stop two stop three four"))
            try changes.save(WideLeaf(id: 2, text: "An auto of old"))
        }
        func ids(_ words: String) throws -> [Int] {
            try store.search(WideLeaf.self, words).map(\.object.id)
        }
        #expect(try ids("\"three four\"") == [1])
        #expect(try ids("\"stop three\"") == [1])
        #expect(try ids("\"one two\"") == [])
        #expect(try ids("near(one two, 5)") == [])
        #expect(try ids("near(three four, 5)") == [1])
        #expect(try ids("\"one stop two stop three four\"") == [1])
        for word in ["car", "auto", "\"an car of\"", "\"an auto\""] {
            let hits = try store.search(WideLeaf.self, word)
            #expect(hits.map(\.object.id) == [2], "\(word)")
            #expect(
                hits.first?.snippet(\.text).highlighted(open: "[", close: "]").contains("[auto]")
                    == true, "\(word)")
        }
    }

    @Test func `rules with the name and version of others are those`() {
        let first = SearchTokenizer.custom("twice", version: 1) { text in
            [SearchWord("first", at: text.startIndex..<text.endIndex, position: 0)]
        }
        let second = SearchTokenizer.custom("twice", version: 1) { _ in [] }
        let third = SearchTokenizer.custom("twice", version: 2) { _ in [] }
        #expect(first == second && first != third)
        #expect(second.words(in: "x").map(\.text) == ["first"])
        #expect(third.words(in: "x").isEmpty)
    }

    @Test func `rules are known before the files are read, which name them`() throws {
        let files = Noting()
        _ = try Store(at: "/a.nacre", Store.Options(), [EarlyLeaf.self], fileSystem: files)
        #expect(files.wasKnown.withLock { $0 } == true)
    }

    /// A file system that notes whether the rules of ``EarlyLeaf`` are known at an opening.
    private final class Noting: FileSystem {
        let files = MemoryFileSystem()
        let wasKnown = Mutex<Bool?>(nil)

        func openDirectory(
            _ path: String, creating: Bool
        ) throws(FileError) -> any StoreDirectory {
            let isKnown = Tokenizer.all.contains { $0.name.kind == "custom.early" }
            wasKnown.withLock { $0 = $0 ?? isKnown }
            return try files.openDirectory(path, creating: creating)
        }

        func isPath(_ path: String, within directory: String) throws(FileError) -> Bool {
            try files.isPath(path, within: directory)
        }
    }

    @Test func `a name that a store cannot keep is refused`() {
        for problem in [
            storeError { _ = try Store.inMemory(SlashedLeaf.self) },
            storeError { _ = try Store.inMemory(ZeroLeaf.self) },
        ] {
            #expect(problem?.code == .schemaMismatch)
            #expect(problem?.message.contains("tokenizer") == true)
        }
    }

    @Test func `the words by built-in rules can be looked at`() {
        let text = "L'Aquila, caf\u{E9}"
        let words = SearchTokenizer.words.words(in: text)
        #expect(words.map(\.text) == ["l", "aquila", "cafe"])
        #expect(words.map { String(text[$0.range]) } == ["L", "Aquila", "caf\u{E9}"])
        #expect(words.map(\.position) == [0, 1, 2])
    }
}
