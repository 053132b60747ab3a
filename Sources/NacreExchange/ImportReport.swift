public import NacreExchangeCore

/// The outcome of an import.
public struct ImportReport: Sendable {
    /// The number of objects that were stored.
    public internal(set) var storedCount = 0
    /// The number of objects that failed.
    public internal(set) var failureCount = 0
    /// The first failures, as many as were to be kept, each with its line.
    public internal(set) var failures: [ImportError] = []
    /// Notes, with their lines, on numbers that are kept as texts, because JSON would lose digits.
    public internal(set) var notes: [ImportError] = []
}

/// The state of an import that is running.
public struct ImportProgress: Sendable {
    /// The number of objects read so far.
    public let objectCount: Int
    /// The number of bytes read so far.
    public let byteCount: Int
    /// The size of the file in bytes; nil if it is not known.
    public let fileSize: Int?
}
