/// What a salvage has saved of a damaged store, and what not.
public struct SalvageReport: Sendable {
    /// An object that is not in the new store as it was in the old one.
    public struct Item: Sendable, Hashable, CustomStringConvertible {
        /// The name of its entity; nil if even that is not known.
        public let entity: String?
        /// Its id as text; nil if it is not known.
        public let id: String?
        /// The file that holds, or held, its newest version.
        public let file: String
        /// In the file, in bytes.
        public let offset: Int
        /// What is wrong, as a sentence.
        public let reason: String

        /// In one line.
        public var description: String {
            let object =
                switch (entity, id) {
                case (let entity?, let id?): "\(entity) \(id)"
                case (let entity?, nil): "an object of \(entity)"
                default: "an object"
                }
            return "\(object): \(reason) [\(file) at offset \(offset)]"
        }
    }

    /// Bytes of a file that could not be read.
    public struct LostRange: Sendable, Hashable, CustomStringConvertible {
        /// The name of the file.
        public let file: String
        /// Of the first byte.
        public let offset: Int
        /// How many bytes there are.
        public let count: Int

        /// In one line.
        public var description: String { "\(file): bytes \(offset)..<\(offset + count)" }
    }

    /// Objects of the new store by the names of their entities.
    public internal(set) var kept: [String: Int] = [:]
    /// Objects of which a former version was kept, because the newest cannot be read. One that was
    /// deleted in what cannot be read is back with these.
    public internal(set) var older: [Item] = []
    /// Objects that were kept without one of their long values, which is empty now.
    public internal(set) var damaged: [Item] = []
    /// Objects of which nothing could be kept, as far as they are known.
    public internal(set) var lost: [Item] = []
    /// Objects that were left out because a newer one has their id or one of their unique values.
    public internal(set) var conflicts: [Item] = []
    /// What could not be read, file by file. Objects that stood only there are among the lost if
    /// there is a sound checkpoint from after they were written, and otherwise in no list.
    public internal(set) var lostRanges: [LostRange] = []
    /// Files that are missing, that belong to another store, that cannot be opened.
    public internal(set) var problems: [String] = []
    /// What is worth knowing and no loss.
    public internal(set) var notes: [String] = []

    /// Of all entities.
    public var keptCount: Int { kept.values.reduce(0, +) }

    /// Whether nothing was lost, as far as can be known.
    public var isComplete: Bool {
        older.isEmpty && damaged.isEmpty && lost.isEmpty && conflicts.isEmpty
            && lostRanges.isEmpty && problems.isEmpty
    }
}
