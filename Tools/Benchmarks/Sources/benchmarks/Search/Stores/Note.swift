import Foundation
import Nacre

/// A text with a title. Its words are searched.
@Entity
struct Note {
    #Search<Note>([\.title, \.body])
    let id: Int
    @Attribute(.indexed) var date: Date
    var archived: Bool
    var title: String
    var body: String
}

/// A note before its texts were searched: the same objects, without an index of words.
@Entity
struct PlainNote {
    static let entityName = "Note"

    let id: Int
    @Attribute(.indexed) var date: Date
    var archived: Bool
    var title: String
    var body: String

    init(_ note: Note) {
        id = note.id
        date = note.date
        archived = note.archived
        title = note.title
        body = note.body
    }
}
