import Foundation
import Nacre

/// Notes in Nacre, by its typed interface. The store is relaxed.
struct NacreNotes: NoteStore {
    private let store: Store

    /// - Parameter isSearched: Whether the type of the notes declares a search.
    init(in directory: String, isSearched: Bool) throws {
        let type: any Entity.Type = isSearched ? Note.self : PlainNote.self
        store = try Store(at: directory + "/notes.nacre", options: .relaxed, type)
    }

    static func create(in directory: String, _ notes: [Note]) throws {
        let store = try NacreNotes(in: directory, isSearched: false).store
        try store.performChanges { try $0.insert(contentsOf: notes.lazy.map(PlainNote.init)) }
        try store.close()
    }

    func compact() throws { try store.compact() }

    func close() throws { try store.close() }

    func best(_ query: NoteQuery, limit: Int) throws -> [RankedNote] {
        try store.search(Note.self, query.nacre, limit: limit).map {
            RankedNote(note: $0.object, score: $0.score)
        }
    }

    func newest(_ query: NoteQuery, limit: Int) throws -> [Note] {
        try store.fetch(
            Note.where { $0.search(query.nacre) && $0.archived == false }
                .sorted(\.date.descending).limit(limit))
    }

    func count(_ query: NoteQuery) throws -> Int {
        try store.count(Note.where { $0.search(query.nacre) })
    }

    func ids(_ query: NoteQuery) throws -> [Int] {
        try store.fetch(Note.where { $0.search(query.nacre) }).map(\.id).sorted()
    }

    func find(_ id: Int) throws -> Note? { try store.find(Note.self, id) }

    func insert(_ notes: [Note], inCommitsOf size: Int) throws {
        for batch in notes.batches(of: size) {
            try store.performChanges { try $0.insert(contentsOf: batch) }
        }
    }

    func archive(ids: [Int], inCommitsOf size: Int) throws {
        try update(ids, size) { $0.archived.toggle() }
    }

    func extend(ids: [Int], inCommitsOf size: Int) throws {
        try update(ids, size) { $0.body += NoteChanges.addition }
    }

    private func update(_ ids: [Int], _ size: Int, _ change: (inout Note) -> Void) throws {
        for batch in ids.batches(of: size) {
            try store.performChanges { changes in
                for id in batch { try changes.update(Note.self, id) { change(&$0) } }
            }
        }
    }
}
