import Foundation
import NacreSearch

/// A search by the definitions, over texts as lists of terms.
struct Reference {
    /// The terms of a document: the texts of each field.
    typealias Document = [[[String]]]

    static let textGap = 100
    var documents: [UInt32: Document] = [:] {
        didSet { facts = nil }
    }
    var weights: [Double] = []
    private var facts: Facts?

    /// Facts about the documents, and answers that were computed before.
    private final class Facts {
        let live: [UInt32: Document]
        let frequencies: [String: Int]
        let averageLength: Double
        var inverses: [SearchedTerm: Double] = [:]
        var terms: [SearchedTerm: [String: Double]] = [:]

        init(_ documents: [UInt32: Document]) {
            live = documents.filter { Reference.length($0.value) > 0 }
            var frequencies: [String: Int] = [:]
            for document in live.values {
                for term in Set(document.joined().joined()) { frequencies[term, default: 0] += 1 }
            }
            self.frequencies = frequencies
            let sum = live.values.reduce(0) { $0 + Reference.length($1) }
            averageLength = live.isEmpty ? 0 : Double(sum) / Double(live.count)
        }
    }

    /// Prepares for queries, after changes.
    mutating func prepare() { facts = facts ?? Facts(documents) }

    private var known: Facts { facts ?? Facts(documents) }

    /// Rows with at least one term.
    var live: [UInt32: Document] { known.live }

    static func length(_ document: Document) -> Int { document.joined().joined().count }

    var averageLength: Double { known.averageLength }

    /// The terms of a field by position.
    static func positions(_ texts: [[String]]) -> [Int: String] {
        var positions: [Int: String] = [:]
        var start = 0
        for text in texts where !text.isEmpty {
            for (index, term) in text.enumerated() { positions[start + index] = term }
            start += text.count + textGap
        }
        return positions
    }

    func documentFrequency(_ term: String) -> Int {
        known.frequencies[term] ?? 0
    }

    var vocabulary: Set<String> { Set(known.frequencies.keys) }

    /// The terms that match, with their factors.
    func terms(_ searched: SearchedTerm) -> [String: Double] {
        if let found = known.terms[searched] { return found }
        let text = String(decoding: searched.bytes, as: UTF8.self)
        var found: [String: Double] = [:]
        for term in vocabulary {
            switch searched.match {
            case .exact: if term == text { found[term] = 1 }
            case .prefix: if term.hasPrefix(text) { found[term] = 1 }
            case .fuzzy(let edits):
                let distance = Self.distance(Array(term), Array(text))
                if distance <= edits { found[term] = distance == 0 ? 1 : 0.5 }
            }
        }
        known.terms[searched] = found
        return found
    }

    /// The edits between two words, by the recursion that defines them.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var table = Array(
            repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
        for i in 0...left.count {
            for j in 0...right.count {
                if i == 0 || j == 0 {
                    table[i][j] = max(i, j)
                    continue
                }
                var best = min(table[i - 1][j], table[i][j - 1]) + 1
                best = min(best, table[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1))
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    best = min(best, table[i - 2][j - 2] + 1)
                }
                table[i][j] = best
            }
        }
        return table[left.count][right.count]
    }

    func inverse(_ searched: SearchedTerm) -> Double {
        if let found = known.inverses[searched] { return found }
        let sum = terms(searched).keys.reduce(0) { $0 + documentFrequency($1) }
        let count = Double(live.count)
        let frequency = min(Double(sum), count)
        let inverse = log(1 + (count - frequency + 0.5) / (frequency + 0.5))
        known.inverses[searched] = inverse
        return inverse
    }

    func weight(_ field: Int) -> Double { field < weights.count ? weights[field] : 1 }

    func bm25(_ inverse: Double, _ frequency: Double, _ document: Document) -> Double {
        let norm = 1.2 * (0.25 + 0.75 * Double(Self.length(document)) / averageLength)
        return inverse * frequency * 2.2 / (frequency + norm)
    }

    /// The places where a phrase begins in a field.
    func starts(_ phrase: [PhraseTerm], _ texts: [[String]]) -> (starts: [Int], span: Int) {
        guard let first = phrase.map(\.position).min(), let last = phrase.map(\.position).max()
        else { return ([], 0) }
        let positions = Self.positions(texts)
        let matching = phrase.map { terms($0.term) }
        let starts = positions.keys.filter { start in
            zip(phrase, matching).allSatisfy { part, matching in
                positions[start + part.position - first].map { matching[$0] != nil } ?? false
            }
        }
        return (starts.sorted(), last - first + 1)
    }

    /// The score of a document, or nil if it does not match.
    func score(_ query: CompiledQuery, _ document: Document) -> Double? {
        switch query {
        case .term(let term, let fields):
            let matching = terms(term)
            var frequency = 0.0
            var isFound = false
            for (field, texts) in document.enumerated()
            where fields.contains(FieldSet(field: field)) {
                for word in texts.joined() {
                    guard let factor = matching[word] else { continue }
                    isFound = true
                    frequency += factor * weight(field)
                }
            }
            return isFound ? bm25(inverse(term), frequency, document) : nil
        case .phrase(let phrase, let fields):
            if phrase.count == 1 { return score(.term(phrase[0].term, in: fields), document) }
            return near([phrase], 0, fields, document)
        case .near(let parts, let distance, let fields):
            return near(parts, distance, fields, document)
        case .all(let parts):
            var sum = 0.0
            for part in parts {
                guard let score = score(part, document) else { return nil }
                sum += score
            }
            return sum
        case .any(let parts):
            let scores = parts.compactMap { score($0, document) }
            return scores.isEmpty ? nil : scores.reduce(0, +)
        case .not(let part): return score(part, document) == nil ? 0 : nil
        }
    }

    private func near(
        _ parts: [[PhraseTerm]], _ distance: Int, _ fields: FieldSet, _ document: Document
    ) -> Double? {
        var frequency = 0.0
        var isFound = false
        for (field, texts) in document.enumerated() where fields.contains(FieldSet(field: field)) {
            let found = parts.map { starts($0, texts) }
            if found.isEmpty { continue }
            let words = found.reduce(0) { $0 + $1.span }
            for start in Set(found.flatMap(\.starts)) {
                // The first end of each part that does not begin before.
                let ends = found.map { part in
                    part.starts.first { $0 >= start }.map { $0 + part.span }
                }
                let known = ends.compactMap(\.self)
                guard known.count == parts.count, let end = known.max(),
                    end - start - words <= distance
                else { continue }
                isFound = true
                frequency += weight(field)
            }
        }
        let inverse = parts.joined().reduce(0) { $0 + self.inverse($1.term) }
        return isFound ? bm25(inverse, frequency, document) : nil
    }

    /// The matching rows with their scores, the best first.
    func hits(_ query: CompiledQuery) -> [SearchHit] {
        live.compactMap { row, document in
            score(query, document).map { SearchHit(row: row, score: $0) }
        }.sorted { ($1.score, $0.row) < ($0.score, $1.row) }
    }
}
