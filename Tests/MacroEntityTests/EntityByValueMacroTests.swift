#if Macros
    import Nacre
    import Testing

    /// Entities by value under the macro.
    @Suite struct EntityByValueMacroTests {
        @Entity
        struct Owner: Hashable {
            var name: String
            @Relationship(inverse: \Shop.owner) var shops: ToMany<Shop>
            @Relationship(inverse: \Shop.friends) var visits: ToMany<Shop>
        }

        @Embedded
        struct Desk: Hashable {
            var room: String
            var keeper: Owner?
        }

        @Entity
        struct Shop: Hashable {
            let id: Int
            @Relationship(.nullify) var owner: Owner?
            var founder: Owner
            var friends: Set<Owner> = []
            var desk: Desk?
        }

        @Test func `objects are held in properties, sets and structs, and know their holders`()
            throws
        {
            let store = try Store.inMemory(Shop.self)
            let (anne, bo) = (Owner(name: "Anne"), Owner(name: "Bo"))
            let shop = Shop(
                id: 1, owner: anne, founder: bo, friends: [anne, bo],
                desk: Desk(room: "a", keeper: bo))
            try store.performChanges { try $0.insert(shop) }
            #expect(try store.find(Shop.self, 1) == shop)
            #expect(try store.count(Owner.all) == 2)
            #expect(try store.fetch(anne.shops) == [shop])
            #expect(try store.fetch(bo.shops) == [])
            #expect(try store.fetch(bo.visits) == [shop])
            #expect(try store.count(Shop.where { $0.desk.keeper.name == "Bo" }) == 1)
            #expect(try store.count(Shop.where { $0.founder.name == "Anne" }) == 0)
            #expect(try store.count(Shop.where { $0.owner == nil }) == 0)
            #expect(try store.count(Owner.where { $0.shops.contains { $0.id == 1 } }) == 1)
            try store.performChanges { try $0.delete(anne) }
            let left = try #require(try store.find(Shop.self, 1))
            #expect(left.owner == nil)
            #expect(left.friends == [bo])
        }

        @Test func `every kind of request reads held objects as well`() throws {
            let store = try Store.inMemory(Shop.self)
            let anne = Owner(name: "Anne")
            let shops = (0..<5).map { Shop(id: $0, owner: anne, founder: anne) }
            try store.performChanges { try $0.insert(contentsOf: shops) }
            #expect(try store.page(Shop.all.limit(2)).items == Array(shops[..<2]))
            #expect(try store.fetch(Shop.all, including: \.owner).items == shops)
            #expect(try store.fetch(Shop.all, depth: 2).items == shops)
            #expect(try store.fetch(\.founder, Shop.all) == shops.map(\.founder))
            #expect(
                try store.fetch(Shop.all.sorted(\.owner.name.ascending).limit(1)) == [shops[0]])
            let preview = try store.dryRun { try $0.delete(shops[0]) }
            #expect(try preview.deleted(Shop.self) == [shops[0]])
        }

        @Test func `a result changes if an object changes that one of its objects holds`()
            async throws
        {
            let store = try Store.inMemory(Shop.self)
            let (anne, bo) = (Owner(name: "Anne"), Owner(name: "Bo"))
            let shops = [Shop(id: 1, owner: anne, founder: anne), Shop(id: 2, founder: bo)]
            try await store.performChanges { try $0.insert(contentsOf: shops) }
            var changes = store.values(of: Shop.all).changes.makeAsyncIterator()
            #expect(try await changes.next()?.objects == shops)
            try await store.performChanges { try $0.update(anne.id) { $0.name = "Anna" } }
            let change = try #require(try await changes.next())
            #expect(change.objects.map(\.founder.name) == ["Anna", "Bo"])
            #expect(change.updates == [0])
        }
    }
#endif
