#if Macros
    import Nacre
    import Testing

    @Entity
    struct Seat: Hashable {
        #Unique<Seat>([\.hall, \.number], [\.code])
        let id: Int
        var hall: String
        var number: Int?
        var code: String
    }

    @Suite struct UniqueTogetherTests {
        @Test func `attributes that are unique together are enforced`() throws {
            let store = try Store.inMemory(Seat.self)
            try store.performChanges { changes in
                try changes.insert(Seat(id: 1, hall: "A", number: 1, code: "a"))
                try changes.insert(Seat(id: 2, hall: "A", number: 2, code: "b"))
                try changes.insert(Seat(id: 3, hall: "B", number: 1, code: "c"))
                for id in 4..<60 {
                    try changes.insert(Seat(id: id, hall: "A", number: nil, code: "n\(id)"))
                }
            }
            let error = #expect(throws: StoreError.self) {
                try store.performChanges {
                    try $0.insert(Seat(id: 99, hall: "B", number: 1, code: "d"))
                }
            }
            #expect(error?.code == .uniqueViolation)
            #expect(error?.message.contains("'hall, number'") == true)
            #expect(error?.message.contains("the ids 3 and 99.") == true)
            let request = Seat.where { $0.number == 2 && $0.hall == "A" }
            #expect(try store.fetch(request).map(\.id) == [2])
            #expect(try request.explain(in: store).indexes == ["hall, number"])
        }

        @Test func `a list of one attribute makes it unique by itself`() throws {
            let store = try Store.inMemory(Seat.self)
            try store.performChanges {
                try $0.insert(Seat(id: 1, hall: "A", number: 1, code: "a"))
            }
            #expect(try store.find(Seat.self, \.code, "a")?.id == 1)
            #expect(throws: StoreError.self) {
                try store.performChanges {
                    try $0.insert(Seat(id: 2, hall: "A", number: 2, code: "a"))
                }
            }
        }
    }
#endif
