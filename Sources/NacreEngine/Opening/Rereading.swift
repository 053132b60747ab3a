internal import NacreFormat

/// Decides whether to read a store again that seems damaged. Beside a writer, perhaps in another
/// process, a file may be half-written, or replaced while it is read. So only damage that stays
/// counts, while the manifest stays the same: a compaction can replace one segment after another
/// under a slow reader's eyes.
///
/// Everything that reads beside a writer goes by it.
struct Rereading {
    /// The files changed while they were read, although none of them seems damaged.
    struct Unsettled: Error {}

    private let directory: any StoreDirectory
    private var generation: UInt64?
    private var failures = 0
    private var repetitions = 0
    private var readings = 0

    /// So many failures in a row, while the manifest stays the same, are damage.
    private static let failuresMax = 4
    /// A failure that comes back so often, in exactly the same way, is damage in any case.
    private static let repetitionsMax = 2
    /// How often a reader begins anew beside a writer that never rests.
    private static let readingsMax = 1000

    /// - Parameter directory: the store's, as it is now: one that keeps what was read once will not
    ///   do.
    init(_ directory: any StoreDirectory) { self.directory = directory }

    /// Whether to read the store again after a reading that failed.
    /// - Parameter isSame: whether the reading before it failed in exactly the same way. Then it
    ///   need not fail more often than twice.
    mutating func isWorthwhile(isSame: Bool = false) -> Bool {
        readings += 1
        repetitions = isSame ? repetitions + 1 : 0
        let present = try? ManifestStore(directory: directory).find().generation
        failures = present == generation ? failures + 1 : 1
        generation = present
        guard failures < Self.failuresMax, readings < Self.readingsMax else { return false }
        return !isSame || failures < 2 && repetitions < Self.repetitionsMax
    }

    /// Reads until a reading succeeds, or its failure counts.
    /// - Parameter read: throws ``Unsettled`` if there is nothing to say about the store yet.
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

    /// Whether an error may be a writer's doing, who also removes files that were just found.
    private static func isPassing(_ error: any Error) -> Bool {
        switch error {
        case let error as StoreError: error.code == .corrupt
        case let error as FileError: error.reason == .notFound
        case is Unsettled: true
        default: false
        }
    }
}
