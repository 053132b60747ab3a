#if Macros
    import Nacre
    import Testing

    @Entity
    struct Keeper: Hashable {
        let id: String
        @Relationship(inverse: \Animal.keeper) var animals: ToMany<Animal>
        @Relationship(inverse: \Animal.friends) private var friends: ToMany<Animal>

        func friends(in store: Store) throws -> [Animal] { try store.fetch(friends) }
    }

    @Entity
    struct Animal: Hashable {
        var name: String
        @Relationship(.nullify) var keeper: Ref<Keeper>?
        @Relationship(.nullify) @Attribute(.named("mates")) var friends: Set<Ref<Keeper>> = []
        @Relationship(.cascade) var parent: Ref<Animal>?
        @Relationship(inverse: \Animal.parent) var young: ToMany<Animal>
        @Relationship(.noAction) var seen: Ref<Animal>?
    }

    @Embedded
    struct Shift: Hashable {
        var keeper: Ref<Keeper>
        var day: Int
    }

    @Entity
    struct Plan {
        let id: Int
        var shifts: [Shift] = []
    }

    @Entity
    struct Roster {
        let id: Int
        @Attribute(.unguarded) var shifts: [Shift] = []
        var next: Shift?
    }

    @Suite struct RelationshipMacroTests {
        @Test func `references of structs in collections may dangle only if declared so`() throws {
            let error = #expect(throws: StoreError.self) { try Store.inMemory(Plan.self) }
            #expect(error?.message.contains("'shifts'") == true)
            let store = try Store.inMemory(Roster.self, Keeper.self)
            let shift = Shift(keeper: Ref(id: "nobody"), day: 1)
            try store.performChanges { try $0.insert(Roster(id: 1, shifts: [shift])) }
            #expect(try store.find(Roster.self, 1)?.shifts == [shift])
            let other = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.insert(Roster(id: 2, next: shift)) }
            }
            #expect(other?.code == .danglingReference)
        }

        @Test func `T9 relationships are declared at the property`() throws {
            let store = try Store.inMemory(Keeper.self, Animal.self)
            let (anne, wolf) = (Keeper(id: "anne"), Animal(name: "wolf", seen: Ref(id: ObjectID())))
            try store.performChanges { changes in
                try changes.insert(
                    Animal(
                        name: "cub", keeper: Ref(anne), friends: [Ref(anne)], parent: Ref(wolf)))
                try changes.insert(wolf)
                try changes.insert(anne)
            }
            #expect(try store.fetch(anne.animals).map(\.name) == ["cub"])
            #expect(try anne.friends(in: store).map(\.name) == ["cub"])
            #expect(try store.fetch(wolf.young).map(\.name) == ["cub"])
            let keepers = Keeper.where { $0.animals.contains { $0.parent.name == "wolf" } }
            #expect(try store.fetch(keepers) == [anne])
            #expect(try store.count(Animal.where { $0.young.isEmpty }) == 1)
            try store.performChanges { try $0.delete(anne) }
            let cub = try store.first(Animal.where { $0.name == "cub" })
            #expect(cub?.keeper == nil)
            #expect(cub?.friends == [])
            try store.performChanges { try $0.delete(wolf) }
            #expect(try store.count(Animal.all) == 0)
        }
    }
#endif
