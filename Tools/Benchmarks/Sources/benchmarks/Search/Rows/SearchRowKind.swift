import ArgumentParser

/// The rows of the table, in their order.
enum SearchRowKind: String, CaseIterable, ExpressibleByArgument {
    case build, insertAll = "insert-all", insert, frequent, common, rare, pair, phrase, prefix
    case filterFrequent = "filter-frequent", filter, count, size, open, first
    case openKilled = "open-killed", firstKilled = "first-killed", archive, extend

    var title: String {
        switch self {
        case .build: "build the index of all notes"
        case .insertAll: "insert all notes in one commit, until they are indexed"
        case .insert: "insert notes, 100 a commit, merges included, per note"
        case .frequent: "one of the most frequent words, best 20"
        case .common: "a word that 1 in 100 notes has, best 20"
        case .rare: "a word that five notes have, all"
        case .pair: "two words, best 20"
        case .phrase: "a phrase of two words, best 20"
        case .prefix: "a prefix of three letters, best 20"
        case .filterFrequent: "one of the most frequent words, not archived, newest 20"
        case .filter: "a word that 1 in 100 notes has, not archived, newest 20"
        case .count: "count the notes with one of the most frequent words"
        case .size: "size of the index, in files and in memory"
        case .open: "open the store after a clean close, to the first note by id"
        case .first: "first search after that, two words, best 20"
        case .openKilled: "open the store after a kill behind inserts, to the first note by id"
        case .firstKilled: "first search after that, two words, best 20"
        case .archive: "update an attribute that is not searched, 100 a commit, per note"
        case .extend: "change a text, 100 a commit, merges included, per note"
        }
    }

    /// The ratio of Nacre to FTS5 to reach; nil if there is none.
    var target: Double? {
        switch self {
        case .build, .pair, .phrase, .prefix, .filterFrequent, .filter: 0.5
        case .insert: 0.7
        case .frequent: 0.3
        case .size: 1
        default: nil
        }
    }
}
