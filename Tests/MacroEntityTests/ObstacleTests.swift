#if Macros
    import Nacre
    import Testing

    /// The data that errors carry for code: the conflicting object, and the error that a hook has
    /// thrown.
    @Suite struct ObstacleTests {
        struct Closed: Error, Equatable { let day: Int }

        @Entity
        struct Room: Hashable {
            #Unique<Room>([\.house, \.number])
            let id: Int
            var house: String
            var number: Int
            @Attribute(.unique) var key: String
        }

        @Entity
        struct Visit: Hashable {
            let id: Int
            @Relationship(.deny) var room: Ref<Room>
            var day: Int = 0
        }

        private static func store() throws -> Store {
            let store = try Store.inMemory(Room.self, Visit.self)
            try store.performChanges { changes in
                try changes.insert(Room(id: 1, house: "a", number: 1, key: "x"))
                try changes.insert(Visit(id: 5, room: Ref(id: 1), day: 6))
            }
            return store
        }

        private static func error(
            _ body: (WriteTransaction) throws -> Void
        ) throws -> StoreError {
            let store = try store()
            return try #require(throws: StoreError.self) { try store.performChanges(body) }
        }

        @Test func `an error names the conflicting object and the attributes`() throws {
            var error = try Self.error {
                try $0.insert(Room(id: 1, house: "b", number: 1, key: "y"))
            }
            #expect(error.code == .duplicateID)
            #expect(error.obstacle?.entity == "Room")
            #expect(error.obstacle?.attributes == ["id"])
            #expect(error.obstacle?.id == "1")
            error = try Self.error { try $0.insert(Room(id: 2, house: "b", number: 1, key: "x")) }
            #expect(error.code == .uniqueViolation)
            #expect(error.obstacle?.attributes == ["key"])
            #expect(error.obstacle?.id == "1")
            error = try Self.error { try $0.save(Room(id: 2, house: "a", number: 1, key: "y")) }
            #expect(error.obstacle?.attributes == ["house", "number"])
            #expect(error.obstacle?.entity == "Room")
            error = try Self.error { changes in
                try changes.upsert(
                    Room(id: 2, house: "b", number: 1, key: "x"), on: \.key, conflict: .error)
            }
            #expect(error.obstacle?.attributes == ["key"])
            #expect(error.obstacle?.id == "1")
            error = try Self.error { try $0.delete(Room.self, 1) }
            #expect(error.code == .deleteDenied)
            #expect(error.obstacle?.entity == "Visit")
            #expect(error.obstacle?.attributes == ["room"])
            #expect(error.obstacle?.id == "5")
            error = try Self.error { try $0.insert(Visit(id: 6, room: Ref(id: 9))) }
            #expect(error.code == .danglingReference)
            #expect(error.obstacle?.id == "6")
        }

        @Test func `an error that a hook throws can be caught as it is`() throws {
            var error = try Self.error { try $0.insert(Visit(id: 6, room: Ref(id: 1), day: 7)) }
            #expect(error.code == .refused)
            #expect(error.underlying as? Closed == Closed(day: 7))
            error = try Self.error { try $0.delete(Visit.self, 5) }
            #expect(error.underlying as? Closed == Closed(day: 6))
        }

        @Test func `an object is updated by type and id`() throws {
            let store = try Self.store()
            try store.performChanges { changes in
                try changes.update(Room.self, 1) { $0.house = "c" }
            }
            #expect(try store.find(Room.self, 1)?.house == "c")
        }
    }

    extension ObstacleTests.Visit: WillSave, WillDelete {
        mutating func willSave(
            replacing old: ObstacleTests.Visit?, in changes: WriteTransaction
        ) throws {
            if day == 7 { throw ObstacleTests.Closed(day: day) }
        }

        func willDelete(in changes: WriteTransaction) throws {
            if day == 6 { throw ObstacleTests.Closed(day: day) }
        }
    }
#endif
