import HTTPTypes
import Hummingbird
import Nacre

/// Issues, by their id.
struct IssueRoutes: Sendable {
    let store: Store
    let pages: PageReader

    /// Adds the routes.
    func add(to router: RouterGroup<TrackerContext>) {
        router.get(use: list)
        router.get(":id", use: show)
        router.put(":id", use: replace)
        router.patch(":id", use: change)
        router.delete(":id", use: delete)
    }

    @Sendable private func list(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        try await pages.page(of: Issue.self, allowing: Issue.allowedFields, request, context)
    }

    /// Reads one issue. A lookup by id takes microseconds, less than a change of threads, so it
    /// uses the store directly.
    @Sendable private func show(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        guard let issue = try store.find(context.reference(to: Issue.self)) else {
            throw HTTPError.noIssue
        }
        var headers = HTTPFields()
        headers[.eTag] = issue.tag
        if request.hasRevision(issue.revision) {
            return Response(status: .notModified, headers: headers)
        }
        return try .json(issue, headers: headers, request, context)
    }

    /// Replaces an issue. The client must say which revision it has seen, or it could undo changes
    /// of others without knowing them.
    @Sendable private func replace(
        _ request: Request, _ context: TrackerContext
    ) async throws -> Response {
        guard request.isConditional else {
            throw HTTPError(
                .preconditionRequired, message: "Send the ETag of the issue as If-Match.")
        }
        let draft = try await request.decode(as: IssueDraft.self, context: context)
        return try await update(request, context) { draft.apply(to: &$0) }
    }

    /// Changes some properties. Two clients that change different properties do not disturb each
    /// other, so `If-Match` is optional.
    @Sendable private func change(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        let patch = try await request.decode(as: IssuePatch.self, context: context)
        return try await update(request, context) { patch.apply(to: &$0) }
    }

    private func update(
        _ request: Request, _ context: TrackerContext,
        _ change: @escaping @Sendable (inout Issue) -> Void
    ) async throws -> Response {
        let id = try context.reference(to: Issue.self).id
        let issue = try await store.performChanges(author: request.author) { changes in
            try changes.update(id) { issue in
                try request.requireRevision(issue.revision)
                change(&issue)
            }
        }
        var headers = HTTPFields()
        headers[.eTag] = issue.tag
        return try .json(issue, headers: headers, request, context)
    }

    /// Deletes an issue and, by their delete rule, its comments.
    @Sendable private func delete(
        _ request: Request, _ context: TrackerContext
    ) async throws -> HTTPResponse.Status {
        let reference = try context.reference(to: Issue.self)
        return try await store.performChanges(author: request.author) { changes in
            guard let issue = try changes.find(reference) else { throw HTTPError.noIssue }
            try request.requireRevision(issue.revision)
            try changes.delete(issue)
            return .noContent
        }
    }
}
