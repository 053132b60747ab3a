import Foundation
import Nacre

/// A document of an office program.
@Entity
struct Document: Equatable {
    let id: Int
    var title: String
    var created: Int
    var edits: Int
    var priority: Int
    var tags: [String]
    /// About 4 KB.
    var body: String
    /// 64 to 192 KB in one document of ten.
    var attachment: Data?
}

/// The part of a document that an edit changes.
@Entity
struct DocumentEdits: EntityView {
    typealias Whole = Document
    let id: Int
    var edits: Int
}

extension Document {
    /// The ids of documents with an attachment are multiples of this number.
    static let attachmentInterval = 10

    /// Makes the document with an id, the same one for all peers.
    static func sample(_ id: Int) -> Document {
        var random = SplitMix(seed: UInt64(id))
        let title = Words.text(bytes: 30, &random)
        let tags = (0..<random.next(below: 4)).map { "tag\($0 * 7 + random.next(below: 7))" }
        return Document(
            id: id, title: title, created: 1_700_000_000 + random.next(below: 60_000_000),
            edits: random.next(below: 100), priority: random.next(below: 5), tags: tags,
            body: Words.text(bytes: 4000, &random),
            attachment: id.isMultiple(of: attachmentInterval) ? attachment(&random) : nil)
    }

    private static func attachment(_ random: inout SplitMix) -> Data {
        let count = 64 * 1024 + random.next(below: 128 * 1024)
        var bytes = Data(capacity: count + 8)
        while bytes.count < count {
            var word = random.next()
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        return bytes
    }
}

extension Document: RowCoded {
    static let table = "document"

    /// The large columns are the last ones, so that SQLite reads the others without them.
    static let columns = [
        "id INTEGER PRIMARY KEY", "title TEXT NOT NULL", "created INTEGER NOT NULL",
        "edits INTEGER NOT NULL", "priority INTEGER NOT NULL", "tags TEXT NOT NULL",
        "body TEXT NOT NULL", "attachment BLOB",
    ]

    init(_ row: some RowSource & ~Escapable) {
        self.init(
            id: row.integer(0), title: row.text(1), created: row.integer(2), edits: row.integer(3),
            priority: row.integer(4), tags: Self.tags(row.text(5)), body: row.text(6),
            attachment: row.optionalBytes(7))
    }

    func write(to row: inout some RowSink) {
        row.add(id)
        row.add(title)
        row.add(created)
        row.add(edits)
        row.add(priority)
        row.add(tags.joined(separator: ","))
        row.add(body)
        row.add(attachment)
    }

    /// Splits the text that the peers store.
    static func tags(_ text: String) -> [String] {
        text.split(separator: ",").map(String.init)
    }

    func mix(into digest: inout Digest) {
        for number in [id, created, edits, priority, tags.count] { digest.mix(number) }
        for text in [title, body] + tags { digest.mix(text) }
        digest.mix(attachment)
    }
}
