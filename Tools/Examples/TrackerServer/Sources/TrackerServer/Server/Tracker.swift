import Hummingbird
import Logging
import NIOCore
import Nacre

/// Puts the server together.
enum Tracker {
    /// Makes the application: the routes, the HTTP server, and the service that closes the store.
    /// - Parameter onRunning: Called once the server accepts connections, with its port.
    static func application(
        store: Store, settings: Settings, logger: Logger = Logger(label: "tracker"),
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        Application(
            router: try router(store: store, settings: settings),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port)),
            services: [StoreService(store: store, logger: logger)],
            onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
            logger: logger)
    }

    private static func router(
        store: Store, settings: Settings
    ) throws -> Router<TrackerContext> {
        let signer = try URLSigner(key: settings.key)
        let pages = PageReader(store: store, signer: signer, limits: settings.limits)
        let router = Router()
        router.add(middleware: StoreErrorMiddleware())
        PersonRoutes(store: store, pages: pages).add(to: router.group("persons"))
        ProjectRoutes(store: store, pages: pages).add(to: router.group("projects"))
        IssueRoutes(store: store, pages: pages).add(to: router.group("issues"))
        CommentRoutes(store: store).add(to: router)
        SearchRoutes(pages: pages).add(to: router)
        StatisticsRoutes(store: store, limits: settings.limits).add(to: router)
        let feeds = FeedCount()
        FeedRoutes(store: store, count: feeds, beat: settings.beat).add(to: router)
        MaintenanceRoutes(store: store, feeds: feeds, backup: settings.backup).add(to: router)
        return router
    }
}
