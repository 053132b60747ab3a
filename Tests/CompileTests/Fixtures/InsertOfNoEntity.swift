import Foundation
import Nacre

// error: requires that 'Note' conform to 'Entity'
struct Note {
    let id: Int
}

func insert(_ changes: WriteTransaction) throws {
    try changes.insert(Note(id: 1))
}
