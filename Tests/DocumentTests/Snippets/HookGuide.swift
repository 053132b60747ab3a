import Foundation
import Nacre

// snippet: hooked
@Entity
struct Notebook {
    var title: String
    var count: Int = 0
}

@Entity
struct Note {
    var text: String
    @Relationship(.cascade) var notebook: Ref<Notebook>
    var modified: Date = .distantPast
    var isLocked: Bool = false
}

extension Note: WillSave {
    mutating func willSave(replacing old: Note?, in changes: WriteTransaction) throws {
        modified = .now
        if old == nil { try changes.update(notebook.id) { $0.count += 1 } }
    }
}

extension Note: WillDelete {
    struct Locked: Error {}

    func willDelete(in changes: WriteTransaction) throws {
        if isLocked { throw Locked() }
        try changes.update(notebook.id) { $0.count -= 1 }
    }
}

extension Note: DidSave {
    static func didSave(_ saved: Saved<Note>) {
        for note in saved.inserted { print("commit \(saved.commit.number):", note.text) }
    }
}
// end snippet

// snippet: derived
@Entity
struct Contact {
    var first: String
    var last: String
    @Derived(.indexed) var sortKey: String { "\(last) \(first)".lowercased() }
    @Derived(.columnar, version: 2) var initial: String { String(last.prefix(1)) }
    @Transient var isSelected = false
}
// end snippet

// snippet: append-only
@Entity
struct Payment {
    typealias Mutability = AppendOnly
    var amount: Decimal
    @Attribute(.indexed) var paid: Date
}
// end snippet

// snippet: default filter
@Entity
struct Letter {
    var text: String
    var folder: String
    var deleted: Date?
    static let defaultFilter = Filter<Letter> { $0.deleted == nil }
}
// end snippet

// snippet: fetched
@Entity
struct SmartFolder {
    let name: String
    var search: FetchRequest<Letter>
    var letters: FetchRequest<Letter> { Letter.where { $0.folder == name } }
}
// end snippet

// snippet: settings
@Entity
struct Setting {
    let id: String
    var value: String
}
// end snippet
