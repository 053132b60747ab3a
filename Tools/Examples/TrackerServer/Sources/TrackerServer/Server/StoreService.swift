import Logging
import Nacre
import ServiceLifecycle

/// Closes the store when the server has ended.
///
/// Services shut down in the reverse order of their list. This one comes before the HTTP server, so
/// it is told to end after the last response was sent.
struct StoreService: Service {
    let store: Store
    let logger: Logger

    func run() async throws {
        // Throws if the task is cancelled because another service has failed. Closes then, too.
        try? await gracefulShutdown()
        try store.close()
        logger.info("The store is closed.")
    }
}
