import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Nacre

/// The server's program.
@main
enum Program {
    static func main() async throws {
        if CommandLine.arguments.contains("--help") {
            print(Settings.help)
            return
        }
        do {
            let settings = try Settings(
                Array(CommandLine.arguments.dropFirst()),
                environment: ProcessInfo.processInfo.environment)
            try await run(settings)
        } catch let error as SettingsError {
            fail("\(error)\n\n\(Settings.help)", code: 64)
        } catch let error as StoreError where error.code == .locked {
            // Another server, or the tool, writes to the store. Two writers would overwrite each
            // other, so the second one is refused.
            fail("\(error)", code: 75)
        } catch let error as StoreError {
            fail("\(error)", code: 74)
        }
    }

    /// Opens the store and serves until SIGTERM or SIGINT. On a signal the server accepts no more
    /// connections, ends the feeds, finishes the other requests, and closes the store.
    private static func run(_ settings: Settings) async throws {
        var logger = Logger(label: "tracker")
        logger.logLevel =
            ProcessInfo.processInfo.environment["LOG_LEVEL"]
            .flatMap { Logger.Level(rawValue: $0) } ?? .info
        if let threads = settings.threads { NIOSingletons.groupLoopCountSuggestion = threads }
        let store = try Store.tracker(at: settings.store)
        let application = try Tracker.application(
            store: store, settings: settings, logger: logger)
        try await application.runService()
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("TrackerServer: \(message)\n".utf8))
        exit(code)
    }
}
