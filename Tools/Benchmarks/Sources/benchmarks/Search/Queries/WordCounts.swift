/// The numbers of notes that have a word, for all words.
struct WordCounts {
    private struct Seen {
        var notes = 0
        var last = -1
    }

    private var seen: [String: Seen] = [:]
    let noteCount: Int

    init(_ notes: [Note]) {
        noteCount = notes.count
        for (number, note) in notes.enumerated() {
            for word in Self.words(of: note.title) + Self.words(of: note.body) {
                guard seen[word, default: Seen()].last != number else { continue }
                seen[word, default: Seen()].notes += 1
                seen[word, default: Seen()].last = number
            }
        }
    }

    /// Returns the number of notes that have a word.
    func notes(with word: String) -> Int { seen[word]?.notes ?? 0 }

    /// Returns the words of at least three letters and nothing else, the most frequent first.
    func ranked() -> [String] {
        let words = seen.filter { word, _ in word.utf8.count > 2 && Self.isPlain(word) }
        return words.sorted { ($1.value.notes, $0.key) < ($0.value.notes, $1.key) }.map(\.key)
    }

    /// Returns whether a word has no characters but small letters of ASCII.
    static func isPlain(_ word: String) -> Bool {
        word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    /// Returns the words of a text: letters and digits, and all characters beyond ASCII. Letters of
    /// ASCII are in lower case. Both peers split texts of ASCII in this way.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x80...0xFF: word.append(byte)
            case 0x41...0x5A: word.append(byte | 0x20)
            case _ where word.isEmpty: continue
            default:
                words.append(String(decoding: word, as: UTF8.self))
                word.removeAll(keepingCapacity: true)
            }
        }
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }
}
