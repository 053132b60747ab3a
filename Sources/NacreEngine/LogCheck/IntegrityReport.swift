/// The result of checking a store.
public struct IntegrityReport: Sendable {
    /// A defect: bytes that cannot be read, or that contradict each other.
    public struct Defect: Sendable, Hashable, CustomStringConvertible {
        /// The name of the file in the store's directory.
        public let file: String
        /// The offset in the file, in bytes; nil if the defect has no single place.
        public let offset: Int?
        /// The number of bytes from there on that cannot be read because of it; nil if none are
        /// lost.
        public let lostBytes: Int?
        /// The problem, as a sentence. Never contains stored values.
        public let message: String

        /// The file, the offset, the problem, and the bytes that are lost.
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
        /// The commit whose indexes it holds.
        public let commit: UInt64
        /// The number of segments that need not be read, or only in part, because of it.
        public let segments: Int
        /// The size of the file, in bytes.
        public let bytes: Int
    }

    /// All defects in log order, those of single segments first.
    public internal(set) var defects: [Defect] = []
    /// Facts worth knowing that are no defects: a torn tail, files that do not belong to the store,
    /// a damaged checkpoint, which costs time but no data.
    public internal(set) var notes: [String] = []
    /// The number of segments checked.
    public internal(set) var segments = 0
    /// The number of valid frames in them.
    public internal(set) var frames = 0
    /// The number of records in these frames, former versions included.
    public internal(set) var records = 0
    /// The number of objects in the store.
    public internal(set) var objects = 0
    /// The size of all segments up to their valid lengths, in bytes.
    public internal(set) var bytes = 0

    /// The checkpoint; nil if there is none or it is unusable. A note says so in the latter case.
    public internal(set) var checkpoint: Checkpoint?

    /// The numbers of the runs of full-text indexes that the checkpoint names.
    var runs: [UInt32] = []

    /// Whether there are no defects.
    public var isSound: Bool { defects.isEmpty }

    /// Adds an object that its type cannot read.
    package mutating func add(_ error: StoreError) {
        add(error.file ?? "", error.offset, error.message)
    }

    mutating func add(
        _ file: String, _ offset: Int?, _ message: String, lostBytes: Int? = nil
    ) {
        defects.append(Defect(file: file, offset: offset, lostBytes: lostBytes, message: message))
    }
}
