#if Macros
    import Foundation
    import Nacre
    import Testing

    /// All objects of one entity have fields of one type, whichever object is meant.
    @Suite struct ClosureScopeTests {
        @Entity
        struct Knight: Hashable {
            let id: Int
            var age: Int
            var titles: [String] = []
            var friends: Set<Ref<Knight>> = []
            var liege: Ref<Knight>?
            @Relationship(inverse: \Knight.liege) var vassals: ToMany<Knight>
        }

        private static let knights = [
            Knight(id: 1, age: 20, titles: ["Sir"]),
            Knight(id: 2, age: 50, friends: [Ref(id: 1)], liege: Ref(id: 1)),
            Knight(id: 3, age: 30, friends: [Ref(id: 2)], liege: Ref(id: 2)),
        ]

        private static func store(_ knights: [Knight] = knights) throws -> Store {
            let store = try Store.inMemory(Knight.self)
            try store.performChanges { changes in
                for knight in knights { try changes.insert(knight) }
            }
            return store
        }

        @Test func `a complete filter can be used inside another one`() throws {
            let store = try Self.store()
            let old = Filter<Knight> { $0.age > 40 }
            let friends = Knight.where { $0.friends.contains { _ in old } }
            #expect(try store.fetch(friends).map(\.id) == [3])
            let both = Knight.where { one in one.age > 10 && one.friends.contains { $0.age < 40 } }
            #expect(try store.fetch(both).map(\.id) == [2])
            let deep = Knight.where { one in
                one.friends.contains { two in
                    two.age > 40 && two.friends.contains { $0.age == 20 }
                }
            }
            #expect(try store.fetch(deep).map(\.id) == [3])
            let vassals = Knight.where { $0.vassals.contains { _ in old } }
            #expect(try store.fetch(vassals).map(\.id) == [1])
        }

        @Test func `a count of objects that match a filter is compared as a number`() throws {
            let store = try Self.store()
            try store.performChanges { changes in
                let friends: Set<Ref<Knight>> = [Ref(id: 1), Ref(id: 2), Ref(id: 3)]
                try changes.insert(Knight(id: 4, age: 60, friends: friends, liege: Ref(id: 1)))
            }
            func ids(_ make: (Knight.Fields) -> Filter<Knight>) throws -> [Int] {
                let filter = Filter<Knight>(make)
                let parsed = try Filter<Knight>(parsing: filter.description)
                #expect(parsed == filter)
                return try store.fetch(Knight.where(filter)).map(\.id)
            }
            #expect(try ids { $0.friends.count { $0.age < 40 } == 2 } == [4])
            #expect(try ids { $0.friends.count { $0.age < 40 } >= 1 } == [2, 4])
            #expect(try ids { $0.friends.count { $0.age < 40 } == 0 } == [1, 3])
            #expect(try ids { (1...2).contains($0.friends.count { $0.age < 40 }) } == [2, 4])
            #expect(try ids { $0.vassals.count { $0.age >= 50 } == 2 } == [1])
            #expect(try ids { $0.vassals.count { $0.age >= 50 } < 1 } == [2, 3, 4])
            #expect(try ids { !($0.vassals.count { $0.age >= 30 } != 1) } == [2])
            #expect(try ids { $0.liege.vassals.count { $0.age > 50 } == 1 } == [2, 4])
            #expect(try ids { $0.liege.vassals.count { $0.age > 50 } != 1 } == [1, 3])
        }

        @Test func `a complete filter refers to the object of the closure that contains it`() throws
        {
            let store = try Self.store()
            let old = Filter<Knight> { $0.age > 40 }
            for request in [
                Knight.where { one in one.friends.contains { _ in one.age < 40 && old } },
                Knight.where { one in one.friends.contains { _ in old && one.age < 40 } },
                Knight.where { one in one.friends.contains { _ in !(one.age >= 40 || !old) } },
            ] {
                #expect(try store.fetch(request).map(\.id) == [3])
            }
        }

        @Test func `a field of a closure outside its filter is refused`() throws {
            let store = try Self.store()
            var stray: [Filter<Knight>] = []
            _ = Knight.where { one in
                stray.append(one.age > 30)
                stray.append(one.age > 30 && one.age < 50)
                stray.append(Filter { $0.age < one.age })
                return one.friends.contains { two in
                    stray.append(two.age > one.age)
                    return two.age > 3
                }
            }
            for filter in stray {
                let error = #expect(throws: StoreError.self) {
                    try store.fetch(Knight.where(filter))
                }
                #expect(error?.code == .invalidValue)
                #expect(error?.message.contains("a closure that does not enclose it") == true)
                #expect(throws: EncodingError.self) { try JSONEncoder().encode(filter) }
            }
        }

        @Test func `filters from different closures are equal`() {
            let (one, other) = (Filter<Knight> { $0.age > 3 }, Filter<Knight> { $0.age > 3 })
            #expect(one == other)
            #expect(Set([one, other]).count == 1)
        }
    }
#endif
