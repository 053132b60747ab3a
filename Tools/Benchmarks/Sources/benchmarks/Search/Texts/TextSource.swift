import Foundation

/// The source of the texts of a run.
enum TextSource {
    /// The entries of two English dictionaries, which Debian packages install.
    case dictionaries
    /// The paragraphs of all text files in a folder.
    case folder(String)
    /// The names of cities with their translations: a file with an object of JSON in each line.
    case cities(String)

    /// A folder of texts that any Debian has, for a small run.
    static let licenses = "/usr/share/common-licenses"

    /// Whether both peers split all texts into the same words.
    var isPlain: Bool {
        if case .cities = self { false } else { true }
    }

    /// Reads all texts, or those that both peers split into the same words.
    func texts() throws -> [NamedText] {
        switch self {
        case .dictionaries: try Self.entries().filter(\.isPlain)
        case .folder(let path): try Self.paragraphs(in: path).filter(\.isPlain)
        case .cities(let path): try TranslatedCity.texts(in: path)
        }
    }

    private static func entries() throws -> [NamedText] {
        let dictionaries = ["gcide", "wn"].map { DictionaryFile(path: "/usr/share/dictd/\($0)") }
        guard dictionaries.allSatisfy(\.isThere) else {
            throw RunFailure(
                what: """
                    The texts are missing: 70 MB of two dictionaries, 25 MB to download. Run
                        apt-get install --no-install-recommends dict-gcide dict-wn
                    or name a folder of text files with --folder.
                    """)
        }
        return try dictionaries.flatMap { try $0.entries() }
    }

    private static func paragraphs(in folder: String) throws -> [NamedText] {
        let files = FileManager.default
        guard let names = try? files.subpathsOfDirectory(atPath: folder) else {
            throw RunFailure(what: "There is no folder \(folder).")
        }
        return names.sorted().flatMap { name in
            // Links would repeat texts. Folders, and files in other encodings, have no text.
            let path = "\(folder)/\(name)"
            let isLink = (try? files.destinationOfSymbolicLink(atPath: path)) != nil
            let text = isLink ? nil : try? String(contentsOfFile: path, encoding: .utf8)
            return (text ?? "").split(separator: "\n\n").map {
                NamedText(name: name, text: String($0))
            }
        }
    }
}
