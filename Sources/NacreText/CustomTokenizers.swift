internal import Synchronization

/// The tokenizers that the program has brought along. They are those of the process and not of a
/// store: the same name and version mean the same everywhere, also in other processes.
enum CustomTokenizers {
    private static let known = Mutex<[CustomTokenizer]>([])

    /// Adds a tokenizer, unless there is one with its name and version.
    /// - Returns: The one that has the name and version from now on.
    static func registered(_ tokenizer: CustomTokenizer) -> CustomTokenizer {
        known.withLock { known in
            if let same = known.first(where: { $0 == tokenizer }) { return same }
            known.append(tokenizer)
            return tokenizer
        }
    }

    /// All tokenizers of the program, the first one first.
    static var all: [CustomTokenizer] { known.withLock { $0 } }
}
