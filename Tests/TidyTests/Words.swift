/// Finds whole words in a line, not parts of words.
enum Words {
    /// Returns whether the line has the marker, not as the end or the beginning of a longer word
    /// and, if it begins with a letter, not as a member (`page.print(`) of another name.
    static func contains(_ marker: String, in line: String) -> Bool {
        let line = Array(line.utf8)
        let marker = Array(marker.utf8)
        guard let first = marker.first, let last = marker.last, line.count >= marker.count else {
            return false
        }
        return (0...line.count - marker.count).contains { start in
            let end = start + marker.count
            guard line[start] == first, line[start..<end].elementsEqual(marker) else {
                return false
            }
            let isBegun = start > 0 && (isPartOfWord(line[start - 1]) || line[start - 1] == 0x2E)
            let isContinued = end < line.count && isPartOfWord(last) && isPartOfWord(line[end])
            return !isBegun && !isContinued
        }
    }

    /// Returns the words of a line of code: letters, digits and underscores.
    static func all(in line: String) -> [String] {
        line.utf8.split { !isPartOfWord($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}
