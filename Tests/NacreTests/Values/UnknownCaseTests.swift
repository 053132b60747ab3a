import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Raw values that a later version of the program has stored.
@Suite struct UnknownCaseTests {
    private enum NewRole: Int, Storable { case hero, villain, chorus, ghost }
    private enum OldRole: Int, Storable { case hero, villain }
    private enum OpenRole: Int, HasUnknownCase, Codable {
        case hero, villain
        case other = -1
        static let unknownCase = OpenRole.other
    }

    private struct Actor<Role: Storable & Hashable>: Entity, Hashable {
        let id: Int
        var role: Role
        var spare: Role?
        var name: String
        static var entityName: String { "Actor" }
        static var schema: EntitySchema<Self> {
            EntitySchema(
                Self.init, Attribute("id", \.id), Attribute("role", \.role),
                Attribute("spare", \.spare), Attribute("name", \.name))
        }
    }

    private func files() throws -> TypedStore {
        let files = TypedStore()
        let store = try files.open(Actor<NewRole>.self)
        try store.performChanges { changes in
            try changes.insert(Actor<NewRole>(id: 1, role: .ghost, spare: .chorus, name: "a"))
            try changes.insert(Actor<NewRole>(id: 2, role: .hero, spare: nil, name: "b"))
        }
        try store.close()
        return files
    }

    @Test func `V21 without an unknown case the error names the object and the stored value`()
        throws
    {
        let store = try files().open(Actor<OldRole>.self)
        let error = storeError { try store.find(Actor<OldRole>.self, 1) }
        #expect(error?.code == .undecodable)
        let message = error?.message ?? ""
        for part in ["'role'", "'Actor'", "id 1", "raw value 3"] {
            #expect(message.contains(part), "\(message)")
        }
        #expect(try store.find(Actor<OldRole>.self, 2)?.role == .hero)
    }

    @Test func `E13 an unknown case is read as such and kept until it is set`() throws {
        let files = try files()
        var store = try files.open(Actor<OpenRole>.self)
        let actor = try #require(try store.find(Actor<OpenRole>.self, 1))
        #expect(actor.role == .other)
        #expect(actor.spare == .other)
        try store.performChanges { changes in
            try changes.update(Actor<OpenRole>.self, 1) { actor in
                actor.name = "changed"
                actor.spare = .villain
            }
            try changes.update(Actor<OpenRole>.self, 2) { $0.role = .other }
        }
        try store.close()
        store = try files.open(Actor<NewRole>.self)
        let stored = try #require(try store.find(Actor<NewRole>.self, 1))
        #expect(stored == Actor(id: 1, role: .ghost, spare: .villain, name: "changed"))
        // A known value has been set.
        #expect(storeError { try store.find(Actor<NewRole>.self, 2) }?.code == .undecodable)
    }
}
