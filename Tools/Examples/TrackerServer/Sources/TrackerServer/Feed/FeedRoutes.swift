import AsyncAlgorithms
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Nacre
import ServiceLifecycle

/// The feed of changes, which a client can continue where it stopped.
struct FeedRoutes: Sendable {
    let store: Store
    let count: FeedCount
    /// The time between two lines that keep the connection alive. A write to a client that has
    /// vanished without closing its connection fails in the end, and ends its feed.
    let beat: Duration

    /// Adds the route.
    func add(to router: Router<TrackerContext>) {
        router.get("changes", use: follow)
    }

    /// Sends all commits after a place, and then each new one. The place is the header
    /// `Last-Event-ID`, or the parameter `since`: a token or `beginning`. Without either, the feed
    /// begins now.
    @Sendable private func follow(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        let token = try place(request) ?? store.snapshot().token
        // Throws `historyGone`, a 410, if these commits are no longer kept one by one. The client
        // then reads all pages again, and continues from the token of the first one.
        let commits = try store.commits(since: token)
        var headers = HTTPFields()
        headers[.contentType] = "text/event-stream"
        headers[.cacheControl] = "no-store"
        let logger = context.logger
        let body = ResponseBody { writer in
            // The first event has an id and no data: a client that loses the connection before the
            // first commit continues from here.
            try await writer.write(ByteBuffer(string: "retry: 1000\nid: \(token)\n\n"))
            do {
                try await count.whileOpen {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        try await send(commits, to: &writer)
                    }
                }
            } catch {
                // Usually the client has closed the connection.
                logger.debug("A feed has ended: \(error)")
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Sends commits until the client closes the connection, which cancels the task, or the server
    /// shuts down.
    private func send(_ commits: Commits, to writer: inout any ResponseBodyWriter) async throws {
        let beats = AsyncTimerSequence(interval: beat, clock: .continuous)
        let events = merge(commits.map { Event.commit($0) }, beats.map { _ in Event.beat })
        do {
            for try await event in events.cancelOnGracefulShutdown() {
                switch event {
                case .commit(let commit): try await writer.write(ChangeEvent.text(of: commit))
                case .beat: try await writer.write(ByteBuffer(string: ":\n\n"))
                }
            }
        } catch let error as StoreError where error.code == .historyGone {
            // The client was so slow that the commits it has not seen were joined.
            try await writer.write(ByteBuffer(string: "event: gone\ndata: {}\n\n"))
        }
    }

    private enum Event: Sendable {
        case commit(Commit)
        case beat
    }

    /// Returns the place that the client has reached; nil if it names none.
    private func place(_ request: Request) throws -> CommitToken? {
        let since = try request.parameters(named: ["since"])["since"]
        let field = HTTPField.Name("Last-Event-ID")
        guard let text = field.flatMap({ request.headers[$0] }) ?? since else { return nil }
        if text == "beginning" { return .beginning }
        guard let token = CommitToken(text) else {
            throw HTTPError(.badRequest, message: "The text is not a token of a commit.")
        }
        return token
    }
}
