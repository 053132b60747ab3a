import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// The guarantees of the untyped store, one sentence per test.
@Suite struct DatabaseTests {
    static func withCities(_ count: Int = 3, _ body: (TestStore) throws -> Void) throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try CityEntity.define(in: changes)
                for id in 0..<count {
                    try changes.insert(
                        CityEntity.values(Int64(id), "city \(id)"), into: CityEntity.name)
                }
            }
            try body(store)
        }
    }

    static func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    @Test func `a closure that throws leaves no trace in the store and its file`() throws {
        try Self.withCities { store in
            struct Stop: Error {}
            let before = store.files.contents(of: TestStore.path)
            let state = try store.contents()
            #expect(throws: Stop.self) {
                try store.database.performChanges { changes in
                    try changes.delete(.int(1), from: CityEntity.name)
                    try changes.insert(CityEntity.values(9, "nine"), into: CityEntity.name)
                    throw Stop()
                }
            }
            #expect(try store.contents() == state)
            #expect(store.files.contents(of: TestStore.path) == before)
        }
    }

    @Test func `a large change that throws is voided by an abort frame, also after a kill`() throws
    {
        try Self.withCities { store in
            struct Stop: Error {}
            let state = try store.contents()
            let long = String(long: "x", count: 60_000)
            for keepsGoing in [true, false] {
                #expect(throws: Stop.self) {
                    try store.database.performChanges { changes in
                        for id in 100..<120 {
                            try changes.insert(
                                CityEntity.values(Int64(id), long), into: CityEntity.name)
                        }
                        throw Stop()
                    }
                }
                #expect(try store.contents() == state)
                if keepsGoing {
                    try store.database.performChanges { changes in
                        _ = try changes.save(CityEntity.values(2, "city 2"), in: CityEntity.name)
                    }
                }
            }
            try store.reopenAfterKill()
            #expect(try store.contents() == state)
        }
    }

    @Test func `a change without an effect writes nothing and makes no commit`() throws {
        try Self.withCities { store in
            let commit = try store.database.snapshot().commit
            let before = store.files.contents(of: TestStore.path)
            let count = try store.database.performChanges { try $0.count(CityEntity.name) }
            #expect(count == 3)
            #expect(try store.database.snapshot().commit == commit)
            #expect(store.files.contents(of: TestStore.path) == before)
        }
    }

    @Test func `inserting an existing id is an error, and so is updating a missing one`() throws {
        try Self.withCities { store in
            let insert = Self.code {
                try store.database.performChanges { changes in
                    _ = try changes.insert(CityEntity.values(1, "again"), into: CityEntity.name)
                }
            }
            #expect(insert == .duplicateID)
            let update = Self.code {
                try store.database.performChanges { changes in
                    try changes.update(CityEntity.values(77, "none"), of: CityEntity.name)
                }
            }
            #expect(update == .noSuchObject)
        }
    }

    @Test func `a value of the wrong type or out of range names attribute and entity`() throws {
        try Self.withCities { store in
            var values = CityEntity.values(50, "fifty")
            values[3] = .string("many")
            let error = #expect(throws: StoreError.self) {
                try store.database.performChanges { changes in
                    _ = try changes.insert(values, into: CityEntity.name)
                }
            }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("'population' of 'City' takes int64 or null") == true)
            #expect(error?.message.contains("many") == false, "no stored values in errors")
        }
    }

    @Test func `an unknown entity is reported with a list of the existing ones`() throws {
        try Self.withCities { store in
            let error = #expect(throws: StoreError.self) {
                try store.database.snapshot().count("Town")
            }
            #expect(error?.message == "There is no entity 'Town'. The store has: City.")
        }
    }

    @Test func `a change within a change throws instead of deadlocking`() throws {
        try Self.withCities { store in
            let code = Self.code {
                try store.database.performChanges { _ in
                    try store.database.performChanges { _ in }
                }
            }
            #expect(code == .nestedChanges)
            // And the outer lock is free again.
            try store.database.performChanges { _ in }
        }
    }

    @Test func `a change that is kept after its closure is closed`() throws {
        try Self.withCities { store in
            var kept: Changes?
            try store.database.performChanges { kept = $0 }
            let code = Self.code {
                _ = try kept?.insert(CityEntity.values(60, "sixty"), into: CityEntity.name)
            }
            #expect(code == .closed)
        }
    }

    @Test func `a snapshot stays unchanged, also after the store is closed`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try CityEntity.define(in: changes)
            try changes.insert(CityEntity.values(1, "one"), into: CityEntity.name)
        }
        let snapshot = try store.database.snapshot()
        let before = try TestStore.contents(of: snapshot)
        try store.database.performChanges { changes in
            try changes.delete(.int(1), from: CityEntity.name)
        }
        _ = try store.database.compact()
        try store.database.close()
        #expect(try TestStore.contents(of: snapshot) == before)
        #expect(Self.code { _ = try store.database.snapshot() } == .closed)
        #expect(Self.code { try store.database.performChanges { _ in } } == .closed)
    }

    @Test func `a second writer is refused while the first has the store open`() throws {
        let store = try TestStore()
        let code = Self.code { _ = try TestStore(files: store.files) }
        #expect(code == .locked)
        try store.database.close()
        try TestStore(files: store.files).database.close()
    }

    @Test func `a store open for reading refuses changes and needs no lock`() throws {
        try Self.withCities { store in
            let reader = try Database(
                at: TestStore.path, options: .readOnly, fileSystem: store.files)
            #expect(try reader.snapshot().count(CityEntity.name) == 3)
            #expect(Self.code { try reader.performChanges { _ in } } == .readOnly)
            #expect(Self.code { _ = try reader.compact() } == .readOnly)
        }
    }

    @Test func `rows of deleted objects are reused once the delete is durable`() throws {
        try Self.withCities(100) { store in
            for round in 0..<20 {
                try store.database.performChanges { changes in
                    for id in 0..<100 {
                        try changes.delete(.int(Int64(round * 100 + id)), from: CityEntity.name)
                        try changes.insert(
                            CityEntity.values(Int64((round + 1) * 100 + id), "new"),
                            into: CityEntity.name)
                    }
                }
            }
            try store.reopen()
            #expect(try store.database.snapshot().count(CityEntity.name) == 100)
            _ = try store.database.compact()
            #expect(try store.database.snapshot().count(CityEntity.name) == 100)
        }
    }

    @Test func `ascending, unique object ids are generated for objects without one`() throws {
        try withStore { store in
            let ids = try store.database.performChanges { changes in
                try changes.define(
                    "Note",
                    attributes: [
                        AttributeSchema(
                            id: AttributeID(1), name: "id", type: .scalar(.objectID),
                            isNullable: false)
                    ], id: "id")
                return try (0..<1000).map { _ in try changes.insert([.null], into: "Note") }
            }
            let numbers = ids.compactMap { id in
                if case .objectID(let number) = id { number } else { nil }
            }
            #expect(numbers.count == 1000)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test(arguments: [0, 13, 50])
    func `entities are found by names that compare equal in Swift`(others: Int) throws {
        // See String.order(relativeTo:). A lookup among many differs from one among few.
        let names =
            ["\u{e9}e", "e\u{301}", "e\u{301}ee", "City"] + (0..<others).map { "E\($0)" }
        try withStore { store in
            try store.database.performChanges { changes in
                for (place, name) in names.enumerated() {
                    try changes.define(name, attributes: CityEntity.attributes, id: "id")
                    try changes.insert(CityEntity.values(Int64(place), name), into: name)
                }
            }
            try store.reopen()
            let snapshot = try store.database.snapshot()
            for (place, name) in names.enumerated() {
                #expect(try snapshot.find(.int(Int64(place)), in: name) != nil, "\(name)")
            }
            #expect(throws: StoreError.self) { try snapshot.count("e\u{301}x") }
        }
    }

    @Test func `ids of every possible type find their object, also after reopening`() throws {
        let ids: [(ScalarType?, [Value])] = [
            (.int8, [.int(-128), .int(0), .int(127)]), (.uint64, [.uint(0), .uint(.max)]),
            (.bool, [.bool(false), .bool(true)]),
            (.double, [.double(-1.5), .double(0), .double(.infinity)]),
            (.date, [.date(0), .date(-1e9)]),
            (.uuid, [.uuid(UUIDValue(high: 1, low: 2)), .uuid(UUIDValue(high: .max, low: 0))]),
            (
                .decimal,
                [.decimal(.zero), .decimal(DecimalValue("-12.5") ?? .zero)]
            ), (nil, [.string(""), .string("caf\u{e9}"), .string("Oslo")]),
        ]
        try withStore { store in
            for (index, (type, values)) in ids.enumerated() {
                let name = "E\(index)"
                try store.database.performChanges { changes in
                    let stored = type.map { StoredType.scalar($0) } ?? .string
                    try changes.define(
                        name,
                        attributes: [
                            AttributeSchema(
                                id: AttributeID(1), name: "id", type: stored, isNullable: false)
                        ], id: "id")
                    for value in values { try changes.insert([value], into: name) }
                }
            }
            try store.reopen()
            let snapshot = try store.database.snapshot()
            for (index, (_, values)) in ids.enumerated() {
                for value in values {
                    #expect(try snapshot.find(value, in: "E\(index)")?.id == value)
                }
                #expect(try snapshot.count("E\(index)") == values.count)
            }
            // Canonically equivalent strings are equal, so they are one id; the bytes stay.
            #expect(try snapshot.find(.string("cafe\u{301}"), in: "E7") != nil)
            #expect(
                Self.code {
                    try store.database.performChanges { changes in
                        _ = try changes.insert([.string("cafe\u{301}")], into: "E7")
                    }
                } == .duplicateID)
        }
    }

    @Test func `unchanged long values are kept, and changed ones are dropped`() throws {
        try Self.withCities { store in
            let long = String(long: "y", count: 200_000)
            func save(_ name: String, population: Int64) throws {
                try store.database.performChanges { changes in
                    _ = try changes.save(
                        CityEntity.values(1, name, population: population), in: CityEntity.name)
                }
            }
            func size() -> Int {
                let files = store.files.contents(of: TestStore.path)
                return (files[FileName.segment(SegmentNumber(1))] ?? [])
                    .withView(\.countWithoutTrailingZeros)
            }
            try save(long, population: 1)
            let before = size()
            try save(long, population: 2)
            #expect(size() - before < 1000, "an unchanged long value is not written again")
            try save("short", population: 3)
            try store.checkIntegrity()
            let report = try store.database.compact()
            #expect(report.records == 3, "the long value is gone")
            #expect(
                try store.database.snapshot().find(.int(1), in: CityEntity.name)?["name"]
                    == .string("short"))
        }
    }

    @Test func `a definition and its objects are one commit, with both or neither`() throws {
        try withStore { store in
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try store.database.performChanges { changes in
                    try CityEntity.define(in: changes)
                    try changes.insert(CityEntity.values(1, "one"), into: CityEntity.name)
                    throw Stop()
                }
            }
            #expect(try store.database.snapshot().catalog[CityEntity.name] == nil)
            try store.reopenAfterKill()
            #expect(try store.database.snapshot().catalog[CityEntity.name] == nil)
            try store.database.performChanges { try CityEntity.define(in: $0) }
            try store.reopen()
            #expect(try store.database.snapshot().catalog[CityEntity.name] != nil)
        }
    }
}
