import HTTPTypes
import Hummingbird
import NIOPosix
import Nacre

/// Routes for those who run the server. Do not make them public.
struct MaintenanceRoutes: Sendable {
    let store: Store
    let feeds: FeedCount
    /// The folder of the backup; nil if there is none.
    let backup: String?

    /// Adds the routes.
    func add(to router: Router<TrackerContext>) {
        router.get("health", use: health)
        router.post("backup", use: makeBackup)
    }

    /// The JSON of the health.
    private struct Health: Encodable {
        var status = "ok"
        /// The number of the newest commit.
        var commit: UInt64
        /// The size of the files in bytes.
        var size: Int
        /// The number of open feeds.
        var feeds: Int
        /// Why the last compaction or checkpoint failed.
        var maintenance: String?
    }

    /// Says that the store can be read. A closed store throws, which is a 503.
    @Sendable private func health(_ request: Request, _ context: TrackerContext) throws -> Response
    {
        let statistics = try store.statistics
        var health = Health(
            commit: statistics.commitNumber, size: statistics.size,
            feeds: feeds.current)
        health.maintenance = statistics.lastMaintenanceError?.code.description
        return try .json(health, request, context)
    }

    /// The JSON of a backup.
    private struct Backup: Encodable {
        /// The newest commit in the backup.
        var commit: UInt64
        var copiedBytes: Int
    }

    /// Brings the backup up to date. It copies only files that it lacks, while requests go on.
    @Sendable private func makeBackup(
        _ request: Request, _ context: TrackerContext
    ) async throws -> Response {
        guard let backup else {
            throw HTTPError(.notImplemented, message: "The server has no folder for backups.")
        }
        // The call waits for the disk, so it runs on a thread that may wait.
        let report = try await NIOThreadPool.singleton.runIfActive {
            try store.backup(to: backup)
        }
        return try .json(
            Backup(commit: report.lastCommit, copiedBytes: report.copiedBytes), request, context)
    }
}
