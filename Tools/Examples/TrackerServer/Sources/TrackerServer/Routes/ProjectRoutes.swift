import HTTPTypes
import Hummingbird
import Nacre

/// Projects, by their key, and the issues of a project.
struct ProjectRoutes: Sendable {
    let store: Store
    let pages: PageReader

    /// Adds the routes.
    func add(to router: RouterGroup<TrackerContext>) {
        router.get(use: list)
        router.get(":key", use: show)
        router.put(":key", use: save)
        router.get(":key/issues", use: issues)
        router.post(":key/issues", use: create)
        router.post(":key/issues/batch", use: createMany)
    }

    @Sendable private func list(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        try await pages.page(of: Project.self, allowing: Project.allowedFields, request, context)
    }

    @Sendable private func show(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        try .json(try project(key(context), in: store), request, context)
    }

    @Sendable private func save(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        let key = try key(context)
        let draft = try await request.decode(as: ProjectDraft.self, context: context)
        let (project, isNew) = try await store.performChanges(author: request.author) { changes in
            let isNew = try changes.find(Project.self, \.key, key) == nil
            let project = Project(key: key, name: draft.name)
            return (try changes.upsert(project, on: \.key), isNew)
        }
        return try .json(project, status: isNew ? .created : .ok, request, context)
    }

    /// The issues of a project: the client's filter and the program's own hold together.
    @Sendable private func issues(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        let project = Ref(try project(key(context), in: store))
        return try await pages.page(
            of: Issue.self, allowing: Issue.allowedFields, in: Filter { $0.project == project },
            request, context)
    }

    @Sendable private func create(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        let draft = try await request.decode(as: IssueDraft.self, context: context)
        let key = try key(context)
        let issue = try await store.performChanges(author: request.author) { changes in
            try changes.insert(draft.issue(in: project(key, in: changes)))
        }
        var headers = HTTPFields()
        headers[.location] = "/issues/\(try Ref(issue).urlText())"
        headers[.eTag] = issue.tag
        return try .json(issue, status: .created, headers: headers, request, context)
    }

    /// Adds all issues of an array, or none: they are one commit.
    @Sendable private func createMany(
        _ request: Request, _ context: TrackerContext
    ) async throws -> Response {
        let drafts = try await request.decode(as: [IssueDraft].self, context: context)
        let key = try key(context)
        let issues = try await store.performChanges(author: request.author) { changes in
            let project = try project(key, in: changes)
            let issues = drafts.map { $0.issue(in: project) }
            try changes.insert(contentsOf: issues)
            return issues
        }
        return try .json(issues.map { Ref($0) }, status: .created, request, context)
    }

    private func key(_ context: TrackerContext) throws -> String {
        try context.parameters.require("key")
    }

    /// Returns the project with a key, from a store, a snapshot or a change. A change cannot leave
    /// its closure, so the type of the reader need not be escapable.
    private func project(
        _ key: String, in reader: some Reader & ~Escapable
    ) throws -> Project {
        guard let project = try reader.find(Project.self, \.key, key) else {
            throw HTTPError(.notFound, message: "There is no project '\(key)'.")
        }
        return project
    }
}
