internal import Synchronization

/// The tokenizers that the program has brought along. They are those of the process and not of a
/// store: the same name and version mean the same everywhere, also in other processes.
enum CustomTokenizers {
    private static let known = Mutex<[String: [CustomTokenizer]]>([:])

    /// Adds a tokenizer, unless there is one with its name and version.
    static func add(_ tokenizer: CustomTokenizer) {
        known.withLock { known in
            let same = known[tokenizer.name, default: []]
            if !same.contains(tokenizer) { known[tokenizer.name] = same + [tokenizer] }
        }
    }

    /// All of them.
    static var all: [CustomTokenizer] { known.withLock { $0.values.flatMap(\.self) } }
}
