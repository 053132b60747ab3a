import HTTPTypes
import Hummingbird
import Nacre

/// Persons, by their handle, which is unique.
struct PersonRoutes: Sendable {
    let store: Store
    let pages: PageReader

    /// Adds the routes.
    func add(to router: RouterGroup<TrackerContext>) {
        router.get(use: list)
        router.get(":handle", use: show)
        router.put(":handle", use: save)
        router.delete(":handle", use: delete)
    }

    @Sendable private func list(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        try await pages.page(of: Person.self, allowing: Person.allowedFields, request, context)
    }

    @Sendable private func show(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        let handle = try context.parameters.require("handle")
        guard let person = try store.find(Person.self, \.handle, handle) else {
            throw HTTPError(.notFound, message: "There is no person '\(handle)'.")
        }
        return try .json(person, request, context)
    }

    /// Adds or replaces a person. Doing it twice has the same effect as doing it once: the upsert
    /// finds the person by the handle, and keeps the id, to which issues refer.
    @Sendable private func save(_ request: Request, _ context: TrackerContext) async throws
        -> Response
    {
        let handle = try context.parameters.require("handle")
        let draft = try await request.decode(as: PersonDraft.self, context: context)
        let (person, isNew) = try await store.performChanges(author: request.author) { changes in
            let isNew = try changes.find(Person.self, \.handle, handle) == nil
            let person = Person(handle: handle, name: draft.name, mail: draft.mail)
            return (try changes.upsert(person, on: \.handle), isNew)
        }
        return try .json(person, status: isNew ? .created : .ok, request, context)
    }

    /// Deletes a person. Their issues lose their assignee. A person who has commented cannot be
    /// deleted: the store throws `deleteDenied`, which is a 409.
    @Sendable private func delete(
        _ request: Request, _ context: TrackerContext
    ) async throws -> HTTPResponse.Status {
        let handle = try context.parameters.require("handle")
        return try await store.performChanges(author: request.author) { changes in
            guard let person = try changes.find(Person.self, \.handle, handle) else {
                throw HTTPError(.notFound, message: "There is no person '\(handle)'.")
            }
            try changes.delete(person)
            return .noContent
        }
    }
}
