/// Suggestions for a name that does not exist.
package enum NameSuggestion {
    /// The maximum number of names that are listed.
    private static let listedMax = 64
    /// The maximum size of compared names. A comparison takes the product of the lengths.
    private static let comparedSizeMax = 255

    /// Returns a sentence with the nearest name and all names; nil if there are none.
    /// - Parameter spelling: Returns a name as it is written where it is missing.
    package static func sentence(
        for name: String, among names: [String], spelling: (String) -> String
    ) -> String? {
        guard !names.isEmpty else { return nil }
        let guess = nearest(to: name, among: names).map { "Did you mean \(spelling($0))? " }
        return (guess ?? "") + list(names, spelling)
    }

    private static func list(_ names: [String], _ spelling: (String) -> String) -> String {
        let shown = names.prefix(listedMax).map(spelling).joined(separator: ", ")
        let rest = names.count - listedMax
        return "It has \(shown)\(rest > 0 ? " and \(rest) more" : "")."
    }

    /// Returns the first of the nearest names, if at most a third of its letters (but at least one)
    /// differ.
    static func nearest(to name: String, among names: [String]) -> String? {
        guard name.utf8.count <= comparedSizeMax else { return nil }
        let letters = Array(name.lowercased())
        var best: (name: String, distance: Int)?
        for candidate in names where candidate.utf8.count <= comparedSizeMax {
            let other = Array(candidate.lowercased())
            let allowed = max(1, max(letters.count, other.count) / 3)
            guard abs(letters.count - other.count) <= allowed else { continue }
            let distance = distance(letters, other)
            if distance <= allowed, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Returns the number of letters that must be inserted, removed, replaced or exchanged with a
    /// neighbour.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
                var least = min(replaced, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    least = min(least, beforeLast[j - 1] + 1)
                }
                row.append(least)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
