import Foundation
import HummingbirdTesting
import Logging
import Nacre

@testable import TrackerServer

/// A logger that prints only what should never happen.
let quiet: Logger = {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    return logger
}()

/// Runs a test with a server over an empty store in memory, or over another store.
func withTracker(
    _ setup: TestingSetup = .router, over store: Store? = nil,
    change: (inout Settings) -> Void = { _ in },
    _ body: @escaping @Sendable (Client, Store) async throws -> Void
) async throws {
    var settings = try Settings([], environment: [:])
    change(&settings)
    let store = try store ?? Store.trackerInMemory()
    let application = try Tracker.application(store: store, settings: settings, logger: quiet)
    try await application.test(setup) { try await body(Client(base: $0), store) }
}

/// Runs a test with the path of an empty folder, which is removed at the end.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "tracker-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path(percentEncoded: false))
}
