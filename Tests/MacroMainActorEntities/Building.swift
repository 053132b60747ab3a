#if Macros
    package import Foundation
    package import Nacre

    // By default, everything in this module is isolated to the main actor.

    package enum BuildingKind: String, Codable, Storable {
        case house, shop
    }

    @Embedded
    package struct Place: Hashable {
        package var x: Double
        package var y: Double = 0
    }

    @Entity
    package struct Building: Hashable {
        @Attribute(.unique) package var number: Int
        package var kind: BuildingKind
        package var place: Place?
        @Attribute(.transformed(by: .json)) package var rooms: [String: [Int]] = [:]
        package var next: Ref<Building>?
        @Relationship(inverse: \Building.next) package var previous: ToMany<Building>

        package static let defaultSort: Sorting<Building> = [\.number.ascending]
    }

    /// An entity with an initialiser of its own.
    @Entity
    package struct Owner: Hashable {
        package let id: UUID
        package var home: Place

        package init(x: Double) {
            id = UUID()
            home = Place(x: x)
        }
    }

    /// Inserts buildings off the main actor.
    package nonisolated func insertBuildings(into store: Store) async throws {
        try await store.performChanges { changes in
            try changes.insert(Building(number: 2, kind: .shop, place: Place(x: 1, y: 2)))
            try changes.insert(Building(number: 1, kind: .house, rooms: ["a": [1, 2]]))
            try changes.insert(Owner(x: 5))
        }
    }

    /// Counts the previous buildings, off the main actor, too.
    package nonisolated func previous(of building: Building, in store: Store) throws -> Int {
        try store.count(building.previous) + store.count(Building.where { $0.previous.isEmpty })
    }

    /// Returns the shops, on the main actor. The isolation is explicit, because other modules do
    /// not see an inferred one.
    @MainActor
    package func shops(in store: Store) throws -> [Building] {
        try store.fetch(Building.where { $0.kind == .shop && $0.place.x > 0 })
    }
#endif
