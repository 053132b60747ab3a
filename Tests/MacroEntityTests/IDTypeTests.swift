import Nacre
import Testing

/// Uses of the type of an entity's id before the entity is declared.
@Suite struct IDTypeTests {
    @Entity
    struct Step: Equatable {
        let id: Int
        var project: Project.ID?
        var author: Author.ID?
        var place: Place.ID?
    }

    @Entity
    struct Project: Equatable {
        var name: String
        var parent: Project.ID?
    }

    @Entity
    struct Author: Equatable {
        @Attribute(.id) var code: String
    }

    /// A type of its own stays the type of the id.
    @Entity
    struct Place: Equatable {
        struct ID: Hashable, RawRepresentable, Storable {
            let rawValue: Int
        }
        let id: ID
    }

    @Test func `the type of an id can be used in entities that come before`() throws {
        let store = try Store.inMemory(Step.self, Project.self, Author.self, Place.self)
        let project = Project(name: "Nacre")
        let step = Step(
            id: 1, project: project.id, author: "ann", place: Place.ID(rawValue: 7))
        try store.performChanges { changes in
            try changes.insert(project)
            try changes.insert(step)
        }
        #expect(try store.fetch(Step.where { $0.project == project.id }) == [step])
    }
}
