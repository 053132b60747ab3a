import Foundation
import NacreFormat
import NacreSearch
import NacreTestSupport
import NacreText

@testable import NacreEngine

/// Notes with texts, and a search by definition: the reference for the engine's.
struct SearchModel {
    struct Note: Sendable, Equatable {
        var title: String
        var body: String?
        var tags: [String]
        var rank: Int64
    }

    static let entity = "Note"
    static let tokenizer = Tokenizer.words
    static let fields = ["title", "body", "tags"]
    static let weights = [2.0, 1.0, 0.5]

    /// Words that differ by case, marks, splits and scripts.
    static let words = [
        "store", "Swift", "append", "only", "sql", "index", "cafe", "caf\u{e9}", "node.js",
        "\u{6771}\u{4eac}\u{90fd}", "apple", "apples", "\u{df}", "O'Neill",
    ]

    static let attributes = [
        AttributeSchema(
            id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
        AttributeSchema(id: AttributeID(2), name: "title", type: .string, isNullable: false),
        AttributeSchema(
            id: AttributeID(3), name: "body", type: .data, isNullable: true,
            pipeline: ["utf8", "lz4@2"]),
        AttributeSchema(id: AttributeID(4), name: "tags", type: .json, isNullable: false),
        AttributeSchema(
            id: AttributeID(5), name: "rank", type: .scalar(.int64), isNullable: false),
    ]

    static let search = NamedSearch(
        "", fields, weights: weights, tokenizer: tokenizer.name.description)

    static func define(in changes: Changes) throws {
        try changes.define(
            entity, attributes: attributes, id: "id", indexes: [["rank"]], searches: [search])
    }

    static func values(_ id: Int64, _ note: Note) throws -> [Value] {
        let body = try note.body.map { text in
            let plain = Array(text.utf8)
            if plain.count < 12 { return Value.data([0] + plain) }
            return .data([1] + (try plain.withView { try LZ4Block.compress($0) }))
        }
        let tags = JSONValue.array(note.tags.map { .string($0) })
        let json = String(decoding: JSONWriter.bytes(of: tags, sortedNames: true), as: UTF8.self)
        return [
            .int(id), .string(note.title), body ?? .null, .json(json), .int(note.rank),
        ]
    }

    var notes: [Int64: Note] = [:]
}

/// A query of the model, which is also a query of the engine.
indirect enum ModelQuery: Sendable {
    case word(Int)
    case prefix(Int, Int)
    case phrase(Int, Int)
    case within(Int, ModelQuery)
    case all([ModelQuery])
    case any([ModelQuery])
    case not(ModelQuery)

    static func text(_ place: Int) -> String { SearchModel.words[place] }

    var query: SearchQuery {
        switch self {
        case .word(let word): .word(Self.text(word))
        case .prefix(let word, let count): .prefix(String(Self.text(word).prefix(count)))
        case .phrase(let one, let two): .phrase(Self.text(one) + " " + Self.text(two))
        case .within(let field, let part): .within(SearchModel.fields[field], part.query)
        case .all(let parts): .all(parts.map(\.query))
        case .any(let parts): .any(parts.map(\.query))
        case .not(let part): .not(part.query)
        }
    }

    /// The words, if all of them must match, or some; nil if there are other parts.
    var plainWords: [String]? {
        switch self {
        case .word(let word): return [Self.text(word)]
        case .all(let parts), .any(let parts):
            var words: [String] = []
            for part in parts {
                guard case .word(let word) = part else { return nil }
                words.append(Self.text(word))
            }
            return words
        default: return nil
        }
    }
}

/// The terms of one note.
struct ModelDocument {
    struct Occurrence {
        let term: String
        let field: Int
        let position: Int
    }

    var occurrences: [Occurrence] = []

    init(_ note: SearchModel.Note) {
        for (field, texts) in [[note.title], note.body.map { [$0] } ?? [], note.tags].enumerated() {
            var start = 0
            for text in texts {
                var last = start
                SearchModel.tokenizer.forEachTerm(in: text) { term, place in
                    last = start + place.position
                    occurrences.append(
                        Occurrence(term: term, field: field, position: last))
                }
                // Far enough apart that no phrase crosses from one text to the next.
                start = last + 1_000
            }
        }
    }

    func matches(_ query: ModelQuery, in field: Int? = nil) -> Bool {
        switch query {
        case .word(let word): matches(ModelQuery.text(word), in: field)
        case .prefix(let word, let count):
            matches(String(ModelQuery.text(word).prefix(count)), in: field, isPrefix: true)
        case .phrase(let one, let two):
            matches(ModelQuery.text(one) + " " + ModelQuery.text(two), in: field)
        case .within(let field, let part): matches(part, in: field)
        case .all(let parts): parts.allSatisfy { matches($0, in: field) }
        case .any(let parts): parts.contains { matches($0, in: field) }
        case .not(let part): !matches(part, in: field)
        }
    }

    /// Returns whether the terms of a text occur one after another.
    private func matches(_ text: String, in field: Int?, isPrefix: Bool = false) -> Bool {
        let terms = SearchModel.tokenizer.queryTerms(of: text)
        guard let first = terms.first else { return false }
        return occurrences.contains { start in
            (field == nil || field == start.field)
                && terms.enumerated().allSatisfy { place, term in
                    let position = start.position + term.position - first.position
                    let isBeginning = term.isPrefix || isPrefix && place == terms.count - 1
                    return occurrences.contains { found in
                        found.field == start.field && found.position == position
                            && (isBeginning
                                ? found.term.utf8.starts(with: term.text.utf8)
                                : found.term == term.text)
                    }
                }
        }
    }
}

extension SearchModel {
    func ids(matching query: ModelQuery) -> Set<Int64> {
        Set(notes.filter { ModelDocument($0.value).matches(query) && !isEmpty($0.value) }.keys)
    }

    private func isEmpty(_ note: Note) -> Bool { ModelDocument(note).occurrences.isEmpty }

    /// Returns the score of each match of a query of words without splits, by the definition of
    /// BM25.
    func scores(of words: [String], matching query: ModelQuery) -> [Int64: Double] {
        let documents = notes.mapValues { ModelDocument($0) }
            .filter { !$0.value.occurrences.isEmpty }
        let count = Double(documents.count)
        let average =
            Double(documents.values.reduce(0) { $0 + $1.occurrences.count }) / max(count, 1)
        var scores: [Int64: Double] = [:]
        for id in ids(matching: query) {
            guard let document = documents[id] else { continue }
            var score = 0.0
            for word in words {
                let term = Self.tokenizer.terms(of: word)[0]
                let having = Double(
                    documents.values.count { $0.occurrences.contains { $0.term == term } })
                let idf = log(1 + (count - having + 0.5) / (having + 0.5))
                let frequency = document.occurrences.reduce(0.0) {
                    $0 + ($1.term == term ? Self.weights[$1.field] : 0)
                }
                let length = Double(document.occurrences.count)
                score +=
                    idf * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * length / average))
            }
            scores[id] = score
        }
        return scores
    }
}
