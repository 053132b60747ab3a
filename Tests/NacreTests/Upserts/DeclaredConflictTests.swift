import Nacre
import NacreTestSupport
import Testing

/// Declared conflicts, written by hand.
@Suite struct DeclaredConflictTests {
    struct Seat: Entity, Hashable {
        let id: Int
        var hall: String
        var number: Int?
        var code: String
        var tag: String?
        var holder: String?

        static let schema = EntitySchema(
            { Seat($0, $1, $2, $3, $4, $5) }, Attribute("id", \.id), Attribute("hall", \.hall),
            Attribute("number", \.number),
            Attribute("code", \.code, .unique(conflict: .replace)),
            Attribute("tag", \.tag, .unique(conflict: .keepExisting)),
            Attribute("holder", \.holder),
            uniques: [UniqueTogether(\.hall, \.number, conflict: .merge)])

        init(
            _ id: Int, _ hall: String, _ number: Int?, code: String? = nil, tag: String? = nil,
            holder: String? = nil
        ) {
            (self.id, self.hall, self.number) = (id, hall, number)
            (self.code, self.tag, self.holder) = (code ?? "c\(id)", tag, holder)
        }

        init(
            _ id: Int, _ hall: String, _ number: Int?, _ code: String, _ tag: String?,
            _ holder: String?
        ) {
            self.init(id, hall, number, code: code, tag: tag, holder: holder)
        }
    }

    private static func filled() throws -> Store {
        let store = try Store.inMemory(Seat.self)
        try store.performChanges { changes in
            try changes.insert(Seat(1, "A", 1, tag: "t", holder: "Anne"))
            try changes.insert(Seat(2, "A", 2, holder: "Bo"))
        }
        return store
    }

    @Test func `saving a new object applies the declared conflict rule`() throws {
        let store = try Self.filled()
        try store.performChanges { changes in
            let replaced = try changes.save(Seat(9, "B", 9, code: "c2"))
            #expect(replaced == Seat(2, "B", 9, code: "c2"))
            let kept = try changes.save(Seat(9, "C", 9, tag: "t"))
            #expect(kept == Seat(1, "A", 1, tag: "t", holder: "Anne"))
            let merged = try changes.upsert(Seat(9, "A", 1, tag: nil, holder: nil))
            #expect(merged == Seat(1, "A", 1, code: "c9", tag: "t", holder: "Anne"))
            try changes.upsert(contentsOf: [Seat(8, "A", 1, code: "c9", holder: "Cy")])
            // A seat whose id exists is that object.
            try changes.save(Seat(2, "D", nil, code: "c2"))
            // With nil among the values there is no conflict.
            try changes.save(Seat(3, "D", nil))
        }
        let first = Seat(1, "A", 1, code: "c9", tag: nil, holder: "Cy")
        #expect(
            try store.fetch(Seat.all)
                == [first, Seat(2, "D", nil, code: "c2"), Seat(3, "D", nil)])
    }

    @Test func `an insert and an update throw despite a declared conflict rule`() throws {
        let store = try Self.filled()
        let calls: [(WriteTransaction) throws -> Void] = [
            { try $0.insert(Seat(9, "A", 1)) },
            { try $0.update(Seat.self, 2) { $0.number = 1 } },
            { try $0.save(Seat(2, "A", 1, code: "c2")) },
        ]
        for call in calls {
            let error = storeError { try store.performChanges { try call($0) } }
            #expect(error?.code == .uniqueViolation)
        }
    }

    @Test func `a save that matches two objects names the attributes`() throws {
        let store = try Self.filled()
        try store.performChanges { changes in
            let error = #expect(throws: StoreError.self) {
                try changes.save(Seat(9, "A", 2, code: "c1"))
            }
            #expect(error?.code == .uniqueViolation)
            #expect(
                error?.message.contains(
                    "the id 1 by 'code', and the one with the id 2 by 'hall, number'") == true)
        }
    }

    @Test func `several attributes identify an upsert, in any order`() throws {
        let store = try Self.filled()
        try store.performChanges { changes in
            // As declared, and as the call specifies.
            let merged = try changes.upsert(
                Seat(9, "A", 2, code: "new", holder: nil), on: \.number, \.hall)
            #expect(merged == Seat(2, "A", 2, code: "new", holder: "Bo"))
            try changes.upsert(
                contentsOf: [Seat(7, "A", 2, code: "d"), Seat(8, "A", 3)], on: \.hall, \.number,
                conflict: .replace)
            try changes.upsert(Seat(6, "A", nil), on: \.hall, \.number)
            let error = #expect(throws: StoreError.self) {
                try changes.upsert(Seat(9, "A", 2), on: \.hall, \.code)
            }
            #expect(error?.code == .schemaMismatch)
            #expect(error?.message.contains("'hall, code' of 'Seat'") == true)
        }
        #expect(try store.fetch(\.id, Seat.all) == [1, 2, 6, 8])
        #expect(try store.find(Seat.self, 2) == Seat(2, "A", 2, code: "d"))
    }

    @Test func `properties that are unique together must be attributes`() {
        struct Wrong: Entity {
            let id: Int
            var name: String
            var length: Int { name.count }
            static let schema = EntitySchema(
                Wrong.init, Attribute("id", \.id), Attribute("name", \.name),
                uniques: [UniqueTogether(\.name, \.length)])
        }
        #expect(storeError { _ = try Store.inMemory(Wrong.self) }?.code == .schemaMismatch)
    }
}
