#if Macros
    package import Foundation
    package import Nacre

    // Everything in this module is isolated to the main actor unless it says otherwise.

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

    /// With an initialiser of its own.
    @Entity
    package struct Owner: Hashable {
        package let id: UUID
        package var home: Place

        package init(x: Double) {
            id = UUID()
            home = Place(x: x)
        }
    }

    /// Off the main actor.
    package nonisolated func insertBuildings(into store: Store) async throws {
        try await store.performChanges { changes in
            try changes.insert(Building(number: 2, kind: .shop, place: Place(x: 1, y: 2)))
            try changes.insert(Building(number: 1, kind: .house, rooms: ["a": [1, 2]]))
            try changes.insert(Owner(x: 5))
        }
    }

    /// Off the main actor, too.
    package nonisolated func previous(of building: Building, in store: Store) throws -> Int {
        try store.count(building.previous) + store.count(Building.where { $0.previous.isEmpty })
    }

    /// On the main actor; other modules would not be told of the isolation that is only inferred.
    @MainActor
    package func shops(in store: Store) throws -> [Building] {
        try store.fetch(Building.where { $0.kind == .shop && $0.place.x > 0 })
    }
#endif
