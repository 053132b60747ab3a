import HTTPTypes
import Hummingbird
import Nacre

/// The search in texts, which no index helps: it reads every object.
struct SearchRoutes: Sendable {
    let pages: PageReader

    /// Adds the route.
    func add(to router: Router<TrackerContext>) {
        router.get("search", use: search)
    }

    /// Finds the issues whose title or body contains a text: `/search?text=crash&sort=-created`.
    /// The other parameters are those of lists.
    @Sendable private func search(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        guard let text = request.uri.queryParameters["text"], !text.isEmpty, text.count <= 100
        else { throw HTTPError(.badRequest, message: "'text' takes 1 to 100 characters.") }
        let sought = String(text)
        let filter = Filter<Issue> {
            $0.title.contains(sought, ignoringCase: true)
                || $0.body.contains(sought, ignoringCase: true)
        }
        let clock = ContinuousClock()
        let begin = clock.now
        let response = try await pages.page(
            of: Issue.self, allowing: Issue.allowedFields, in: filter, ignoring: ["text"], request,
            context)
        // The client waits, and no thread does.
        try await Task.sleep(for: (clock.now - begin) * pages.limits.searchPause)
        return response
    }
}
