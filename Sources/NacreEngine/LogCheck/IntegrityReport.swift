/// What a check of a store found.
public struct IntegrityReport: Sendable {
    /// Something that should not be: bytes that cannot be read, or that contradict each other.
    public struct Defect: Sendable, Hashable, CustomStringConvertible {
        /// The name of the file in the store's directory.
        public let file: String
        /// In the file, in bytes; nil if the defect has no single place.
        public let offset: Int?
        /// How many bytes from there on cannot be read because of it; nil if none are lost.
        public let lostBytes: Int?
        /// What is wrong, as a sentence. Never contains stored values.
        public let message: String

        /// File, place, what is wrong, and the bytes that are lost.
        public var description: String {
            var text = "\(file)\(offset.map { " at offset \($0)" } ?? ""): \(message)"
            if let lostBytes, let offset {
                text += " (bytes \(offset)..<\(offset + lostBytes) cannot be read)"
            }
            return text
        }
    }

    /// The cache that opening the store begins with.
    public struct Checkpoint: Sendable, Hashable {
        /// The name of the file in the store's directory.
        public let file: String
        /// It holds the indexes as of this commit.
        public let commit: UInt64
        /// How many segments need not be read, or not as a whole, because of it.
        public let segments: Int
        /// Of the file.
        public let bytes: Int
    }

    /// All of them, in the order of the log, those of single segments first.
    public internal(set) var defects: [Defect] = []
    /// What is worth knowing and no defect: a torn tail, files that are not the store's, a
    /// checkpoint that is damaged, which costs time and loses nothing.
    public internal(set) var notes: [String] = []
    /// How many segments were looked at.
    public internal(set) var segments = 0
    /// How many valid frames they hold.
    public internal(set) var frames = 0
    /// How many records stand in these, former versions included.
    public internal(set) var records = 0
    /// How many objects the store has.
    public internal(set) var objects = 0
    /// Of all segments, up to their valid length.
    public internal(set) var bytes = 0

    /// Nil if there is none, or it is of no use, which a note says.
    public internal(set) var checkpoint: Checkpoint?

    /// Whether there are no defects.
    public var isSound: Bool { defects.isEmpty }

    mutating func add(
        _ file: String, _ offset: Int?, _ message: String, lostBytes: Int? = nil
    ) {
        defects.append(Defect(file: file, offset: offset, lostBytes: lostBytes, message: message))
    }
}
