/// The result of a salvage: the objects saved from a damaged store, and the losses.
public struct SalvageReport: Sendable {
    /// An object whose state in the new store differs from that in the old one.
    public struct Item: Sendable, Hashable, CustomStringConvertible {
        /// The name of its entity; nil if it is unknown.
        public let entity: String?
        /// Its id as text; nil if it is unknown.
        public let id: String?
        /// The file that holds, or held, its newest version.
        public let file: String
        /// The offset in the file, in bytes.
        public let offset: Int
        /// The problem, as a sentence.
        public let reason: String

        /// The item in one line.
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
        /// The offset of the first byte.
        public let offset: Int
        /// The number of bytes.
        public let count: Int

        /// The range in one line.
        public var description: String { "\(file): bytes \(offset)..<\(offset + count)" }
    }

    /// The number of objects in the new store, by the names of their entities.
    public internal(set) var kept: [String: Int] = [:]
    /// Objects of which a former version was kept because the newest one cannot be read. An object
    /// whose deletion cannot be read is among them, too.
    public internal(set) var older: [Item] = []
    /// Objects that were kept without one of their long values, which is now empty.
    public internal(set) var damaged: [Item] = []
    /// Objects of which nothing could be kept, as far as they are known.
    public internal(set) var lost: [Item] = []
    /// Objects that were left out because a newer one has their id or one of their unique values.
    public internal(set) var conflicts: [Item] = []
    /// The bytes that could not be read, file by file. Objects that were only there are in `lost`
    /// if a sound checkpoint from after they were written exists, and otherwise in no list.
    public internal(set) var lostRanges: [LostRange] = []
    /// Files that are missing, that belong to another store, or that cannot be opened.
    public internal(set) var problems: [String] = []
    /// Facts worth knowing that are no losses.
    public internal(set) var notes: [String] = []

    /// The number of objects of all entities in the new store.
    public var keptCount: Int { kept.values.reduce(0, +) }

    /// Whether nothing was lost, as far as can be known.
    public var isComplete: Bool {
        older.isEmpty && damaged.isEmpty && lost.isEmpty && conflicts.isEmpty
            && lostRanges.isEmpty && problems.isEmpty
    }
}
