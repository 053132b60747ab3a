internal import NacreFormat

/// Decides whether to read a store again that seems damaged. While a writer is at work, perhaps in
/// another process, a file may be half-written, or replaced while it is read. So damage counts only
/// if it persists while the manifest stays the same: a compaction can replace one segment after
/// another while a slow reader reads them.
///
/// All code that reads while a writer may be at work uses it.
struct Rereading {
    /// The files changed while they were read, although none of them seems damaged.
    struct Unsettled: Error {}

    private let directory: any StoreDirectory
    private var generation: UInt64?
    private var failures = 0
    private var repetitions = 0
    private var readings = 0

    /// The number of failures in a row, with an unchanged manifest, that count as damage.
    private static let failuresMax = 4
    /// If exactly the same failure repeats this often, it counts as damage in any case.
    private static let repetitionsMax = 2
    /// Maximum number of readings while a writer never rests.
    private static let readingsMax = 1000

    /// Starts with no failures.
    /// - Parameter directory: The store's directory, which must return its present content. A
    ///   directory that caches what it has read does not suffice.
    init(_ directory: any StoreDirectory) { self.directory = directory }

    /// Returns whether to read the store again after a failed reading.
    /// - Parameter isSame: Whether the previous reading failed in exactly the same way. In that
    ///   case two failures with an unchanged manifest are enough.
    mutating func isWorthwhile(isSame: Bool = false) -> Bool {
        readings += 1
        repetitions = isSame ? repetitions + 1 : 0
        let present = try? ManifestStore(directory: directory).find().generation
        failures = present == generation ? failures + 1 : 1
        generation = present
        guard failures < Self.failuresMax, readings < Self.readingsMax else { return false }
        return !isSame || failures < 2 && repetitions < Self.repetitionsMax
    }

    /// Reads until a reading succeeds or its failure counts.
    /// - Parameter read: The reading. It throws ``Unsettled`` if the store's state is not yet
    ///   known.
    static func run<Result>(
        _ directory: any StoreDirectory, _ read: () throws -> Result
    ) throws -> Result {
        var rereading = Rereading(directory)
        while true {
            do { return try read() } catch {
                if isPassing(error), rereading.isWorthwhile() { continue }
                guard error is Unsettled else { throw error }
                throw StoreError(
                    .io, "The store changes faster than it can be read. Try again.",
                    file: directory.path)
            }
        }
    }

    /// Whether a writer may have caused an error. Writers also remove files that were just found.
    private static func isPassing(_ error: any Error) -> Bool {
        switch error {
        case let error as StoreError: error.code == .corrupt
        case let error as FileError: error.reason == .notFound
        case is Unsettled: true
        default: false
        }
    }
}
