import HTTPTypes
import Hummingbird
import Nacre

/// The comments of an issue.
struct CommentRoutes: Sendable {
    let store: Store

    /// Adds the routes.
    func add(to router: Router<TrackerContext>) {
        router.get("issues/:id/comments", use: list)
        router.post("issues/:id/comments", use: create)
        router.delete("comments/:id", use: delete)
    }

    /// All comments of an issue, in an order that the client chooses: `?sort=-created`.
    @Sendable private func list(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        let sort = try request.parameters(named: ["sort"])["sort"] ?? "created"
        let sorting = try Sorting<Comment>(parsing: sort, allowing: Comment.allowedFields)
        let snapshot = try store.snapshot()
        let issue = try issue(context.reference(to: Issue.self), in: snapshot)
        let comments = try snapshot.fetch(issue.comments.request.sorted(by: sorting))
        return try .json(comments, request, context)
    }

    @Sendable private func create(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        let reference = try context.reference(to: Issue.self)
        let draft = try await request.decode(as: CommentDraft.self, context: context)
        let comment = try await store.performChanges(author: request.author) { changes in
            let issue = Ref(try issue(reference, in: changes))
            return try changes.insert(
                Comment(issue: issue, author: draft.author, text: draft.text))
        }
        return try created(comment, request, context)
    }

    private func created(
        _ comment: Comment, _ request: Request, _ context: TrackerContext
    ) throws -> Response {
        var headers = HTTPFields()
        headers[.location] = "/comments/\(try Ref(comment).urlText())"
        return try .json(comment, status: .created, headers: headers, request, context)
    }

    @Sendable private func delete(
        _ request: Request, _ context: TrackerContext
    ) async throws -> HTTPResponse.Status {
        let comment = try context.reference(to: Comment.self).id
        return try await store.performChanges(author: request.author) { changes in
            guard try changes.delete(comment) else { throw HTTPError(.notFound) }
            return .noContent
        }
    }

    private func issue(
        _ reference: Ref<Issue>, in reader: some Reader & ~Escapable
    ) throws -> Issue {
        guard let issue = try reader.find(reference) else {
            throw HTTPError.noIssue
        }
        return issue
    }
}
