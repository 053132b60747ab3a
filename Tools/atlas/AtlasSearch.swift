import Nacre

/// Ranked searches of the atlas: words in any language, their beginnings, and a request.
extension Atlas {
    /// Words as people type them: without accents, in capitals, or a part of a name.
    private static let typedWords = [
        "osterreich OR espana",
        "\u{395}\u{39b}\u{39b}\u{391}\u{394}\u{391}",  // Greece in Greek, in capitals
        "\u{30aa}\u{30fc}\u{30b9}\u{30c8}",  // the beginning of Austria and Australia in Japanese
        "\u{131}stanbul",  // with a Turkish i that has no dot
    ]

    func search() throws {
        let snapshot = try store.snapshot()
        print("\nWords in several languages:")
        for words in Self.typedWords {
            print("    \(words)")
            for hit in try snapshot.search(Country.self, words) {
                show(hit.object.name, hit.score, hit.snippet(\.allNames, around: 4))
            }
            for hit in try snapshot.search(City.self, words) {
                show(hit.object.name, hit.score, hit.snippet(\.name))
            }
        }

        print("\nCities, no capitals, whose notes have words that begin with \"hill\":")
        let others = City.where { $0.isCapital == false }.limit(3)
        for hit in try snapshot.search(others, "note:hill*") {
            show(hit.object.name, hit.score, hit.snippet(\.note))
        }
    }

    /// Prints a hit, with the words that were found in brackets.
    private func show(_ name: String, _ score: Double, _ snippet: Snippet) {
        let text = snippet.highlighted(open: "[", close: "]")
        print("    \((score * 1000).rounded() / 1000) \(name): \(text)")
    }
}
