/// The changes that the rows make.
enum NoteChanges {
    /// The number of notes in a commit.
    static let commitSize = 100
    /// The words that a changed body gets at its end.
    static let addition = " revised"

    /// Returns the ids of notes to change, without order or repetition.
    static func ids(of notes: [Note]) -> [Int] {
        let shuffle = Shuffle(count: notes.count)
        return (0..<min(5000, notes.count / 4)).map { notes[shuffle.place(of: $0)].id }
    }
}
