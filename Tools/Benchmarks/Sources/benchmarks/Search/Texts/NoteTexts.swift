import Foundation

/// The texts of a run, as notes.
struct NoteTexts {
    /// The notes that every store has from the beginning.
    let notes: [Note]
    /// Every twentieth note, for the row that inserts.
    let later: [Note]
    /// Whether both peers split all texts into the same words.
    let arePlain: Bool

    /// Makes notes of the texts of a source. Their dates are all different and in no order, and one
    /// in five is archived.
    /// - Parameter most: The maximum number of texts; nil for all.
    init(_ source: TextSource, most: Int?) throws {
        let texts = try source.texts().prefix(most ?? .max)
        arePlain = source.isPlain
        var (notes, later): ([Note], [Note]) = ([], [])
        let shuffle = Shuffle(count: max(1, texts.count))
        for (number, text) in texts.enumerated() {
            let place = shuffle.place(of: number)
            let note = Note(
                id: number + 1, date: Date(timeIntervalSinceReferenceDate: Double(60 * place)),
                archived: place.isMultiple(of: 5), title: text.name, body: text.text)
            if number % 20 == 19 { later.append(note) } else { notes.append(note) }
        }
        (self.notes, self.later) = (notes, later)
    }

    /// The size of all texts, in bytes.
    var bytes: Int {
        (notes + later).reduce(0) { $0 + $1.title.utf8.count + $1.body.utf8.count }
    }
}
