import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Parts of a change that fail alone, while the change continues.
@Suite struct SavepointTests {
    struct Stop: Error {}

    static func names(_ reader: some DatabaseReader) throws -> [String] {
        try reader.fetch(Query(entity: CityEntity.name, sorts: [SortTerm("id")]))
            .map { object in
                guard case .string(let name) = object["name"] else { return "" }
                return String(name.prefix(12))
            }
    }

    /// Saves more than the log keeps in memory.
    /// - Parameter letter: The letter of the names. Saving an unchanged object takes no space.
    static func saveMuch(_ changes: Changes, _ letter: Character = "x") throws {
        for id in 100..<112 {
            let name = String(long: String(letter), count: id == 105 ? 70_000 : 60_000)
            try changes.save(CityEntity.values(Int64(id), name), in: CityEntity.name)
        }
    }

    /// Does the other operations of a change.
    static func saveOthers(_ changes: Changes) throws {
        try changes.define("Other", attributes: CityEntity.attributes, id: "id")
        try changes.insert(CityEntity.values(1, "other"), into: "Other")
        try changes.save(CityEntity.values(0, "changed"), in: CityEntity.name)
        try changes.delete(.int(1), from: CityEntity.name)
    }

    @Test(arguments: [false, true])
    func `a savepoint that throws is undone, and the change continues`(isLarge: Bool) throws {
        try DatabaseTests.withCities { store in
            let before = try store.contents()
            try store.database.performChanges { changes in
                try changes.insert(CityEntity.values(9, "before"), into: CityEntity.name)
                let names = try Self.names(changes)
                #expect(throws: Stop.self) {
                    try changes.savepoint {
                        try Self.saveOthers(changes)
                        if isLarge { try Self.saveMuch(changes) }
                        #expect(try Self.names(changes) != names)
                        throw Stop()
                    }
                }
                #expect(try Self.names(changes) == names)
                #expect(changes.catalog["Other"] == nil)
                #expect(changes.changeCount == 1)
                try changes.insert(CityEntity.values(10, "after"), into: CityEntity.name)
            }
            var expected = before
            expected[CityEntity.name]?[.int(9)] = CityEntity.values(9, "before")
            expected[CityEntity.name]?[.int(10)] = CityEntity.values(10, "after")
            #expect(try store.contents() == expected)
            try store.checkIntegrity()
            try store.reopenAfterKill()
            #expect(try store.contents() == expected)
            #expect(try store.database.compact().records == 5)
            try store.reopen()
            #expect(try store.contents() == expected)
        }
    }

    @Test(arguments: [false, true])
    func `a savepoint that returns is part of the change and returns its result`(
        isLarge: Bool
    ) throws {
        try DatabaseTests.withCities { store in
            let count = try store.database.performChanges { changes in
                try changes.savepoint {
                    try Self.saveOthers(changes)
                    if isLarge { try Self.saveMuch(changes) }
                    return try changes.count(CityEntity.name)
                }
            }
            #expect(count == (isLarge ? 14 : 2))
            try store.reopenAfterKill()
            #expect(try store.database.snapshot().count(CityEntity.name) == count)
            #expect(try store.database.snapshot().count("Other") == 1)
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `savepoints nest, and the outer one also undoes what the inner one kept`(
        isLarge: Bool, innerFails: Bool
    ) throws {
        try DatabaseTests.withCities { store in
            let before = try store.contents()
            try store.database.performChanges { changes in
                try changes.savepoint {
                    // The inner savepoint comes first of all: both begin at the same part.
                    try? changes.savepoint {
                        if isLarge { try Self.saveMuch(changes) }
                        try changes.insert(CityEntity.values(20, "in"), into: CityEntity.name)
                        if innerFails { throw Stop() }
                    }
                    #expect(try changes.find(.int(20), in: CityEntity.name) == nil || !innerFails)
                    try changes.insert(CityEntity.values(21, "out"), into: CityEntity.name)
                }
                try? changes.savepoint {
                    try? changes.savepoint {
                        try Self.saveMuch(changes)
                        throw Stop()
                    }
                    throw Stop()
                }
            }
            var expected = before
            if !innerFails {
                expected[CityEntity.name]?[.int(20)] = CityEntity.values(20, "in")
                if isLarge { #expect(try store.contents()[CityEntity.name]?.count == 17) }
            }
            expected[CityEntity.name]?[.int(21)] = CityEntity.values(21, "out")
            if !isLarge { #expect(try store.contents() == expected) }
            let now = try store.contents()
            try store.reopenAfterKill()
            #expect(try store.contents() == now)
        }
    }

    @Test func `a change whose savepoints were all undone makes no commit`() throws {
        try DatabaseTests.withCities { store in
            let before = try store.contents()
            for isLarge in [false, true] {
                let commit = try store.database.snapshot().commit
                try store.database.performChanges { changes in
                    try? changes.savepoint {
                        try Self.saveOthers(changes)
                        if isLarge { try Self.saveMuch(changes) }
                        throw Stop()
                    }
                }
                #expect(try store.database.snapshot().commit == commit)
                #expect(try store.contents() == before)
            }
            try store.reopen()
            #expect(store.database.recovery == nil)
            #expect(try store.contents() == before)
        }
    }

    @Test func `a savepoint undoes an object that cannot be stored completely`() throws {
        try DatabaseTests.withCities { store in
            try store.database.performChanges { changes in
                var values = CityEntity.values(50, String(long: "y", count: 100_000))
                values[3] = .string("many")
                let code = DatabaseTests.code {
                    try changes.savepoint { _ = try changes.insert(values, into: CityEntity.name) }
                }
                #expect(code == .invalidValue)
                try changes.insert(CityEntity.values(51, "other"), into: CityEntity.name)
            }
            #expect(try store.database.compact().records == 4)
        }
    }

    @Test func `a walk may undo its change of each object`() throws {
        try DatabaseTests.withCities { store in
            let before = try store.contents()
            try store.database.performChanges { changes in
                var seen: [Value] = []
                try changes.forEach(in: CityEntity.name) { object in
                    try? changes.savepoint {
                        for id in 0..<3 {
                            try changes.delete(.int(Int64(id)), from: CityEntity.name)
                        }
                        try Self.saveMuch(changes)
                        throw Stop()
                    }
                    seen.append(object.id)
                    return true
                }
                #expect(seen == [.int(0), .int(1), .int(2)])
                try changes.insert(CityEntity.values(9, "nine"), into: CityEntity.name)
            }
            #expect(try store.contents()[CityEntity.name]?.count == 4)
            try store.database.performChanges { _ = try $0.delete(.int(9), from: CityEntity.name) }
            try store.reopenAfterKill()
            #expect(try store.contents() == before)
        }
    }

    @Test(arguments: [1, 2])
    func `any number of savepoints takes the memory of one`(depth: Int) throws {
        func nested(_ depth: Int, _ body: () throws -> Void, in changes: Changes) throws {
            if depth == 0 { return try body() }
            try changes.savepoint { try nested(depth - 1, body, in: changes) }
        }
        func memory(_ depth: Int, isFailing: Bool = false) throws -> Int {
            let store = try TestStore()
            var memory = 0
            try store.database.performChanges { changes in
                try TestStore.defineNamed("Named", in: changes)
                for id in 0..<3000 as Range<Int64> {
                    try nested(
                        depth,
                        {
                            let values: [Value] = [.int(id * 7919 % 3001), .string("name \(id)")]
                            try changes.insert(values, into: "Named")
                        }, in: changes)
                    guard isFailing, id % 3 == 0 else { continue }
                    try? changes.savepoint {
                        try changes.insert([.int(id + 10_000), .string("other")], into: "Named")
                        throw Stop()
                    }
                }
                memory = changes.writer.pool.memorySize
            }
            #expect(try store.database.snapshot().count("Named") == 3000)
            try store.checkIntegrity()
            return memory
        }
        // Trees of 3,000 entries in half-full leaves take a quarter of this; copies of the changes
        // of each savepoint would take 20 MB.
        #expect(try memory(depth) < 1 << 20)
        #expect(try memory(depth, isFailing: true) < 1 << 20)
    }

    @Test func `a change that is kept after its closure takes no savepoints`() throws {
        try DatabaseTests.withCities { store in
            var kept: Changes?
            try store.database.performChanges { kept = $0 }
            let changes = try #require(kept)
            #expect(DatabaseTests.code { try changes.savepoint {} } == .closed)
        }
    }
}
