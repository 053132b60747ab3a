internal import NacreEngine
internal import NacreFormat

/// A hot path through the engine: each is measured alone, so a change of its cost does not hide in
/// other work. The work before the counted part is the same for any count.
enum HotPath: String, CaseIterable {
    case find, append, insert, merge, update, commit, delete, encode, decode, slot, crc, filter,
        text, contains, page

    /// The number of objects of a store before the counted part.
    private static let stored: Int64 = 4000

    /// - Parameter count: The number of operations: objects, or kibibytes for `crc`.
    func run(_ count: Int) throws {
        switch self {
        case .find: try find(count)
        case .append: try insert(count, into: store(0, isIndexed: false)) { Int64($0) }
        case .insert: try insert(count, into: store(0, isIndexed: false)) { scattered($0) }
        case .merge: try merge(count)
        case .update: try update(count, of: Self.stored)
        case .commit: try commit(count)
        case .delete: try delete(count)
        case .encode: try encode(count)
        case .decode: try decode(count)
        case .slot: try scan(count, "elevation == -1")
        case .crc: checksum(count)
        case .filter: try scan(count, "latitude >= 10 && latitude < 11 && status == 3")
        case .text: try scan(count, "name.hasPrefix(\"xy\", .caseInsensitive)")
        case .contains: try scan(count, "note.contains(\"nx\")")
        case .page: try pages(count)
        }
    }

    /// Finds objects by id, in no order: a tree, the row table, a record and its checksum.
    private func find(_ count: Int) throws {
        let store = try store(Self.stored, isIndexed: false)
        let snapshot = try store.snapshot()
        let definition = try snapshot.definition(BenchCity.name)
        for number in 0..<count {
            let id = Int64(UInt64(scattered(number)) % UInt64(Self.stored))
            guard try snapshot.find(.int(id), in: definition) != nil else {
                preconditionFailure("object \(id) is there")
            }
        }
    }

    /// Inserts in one commit, with only the index of the id.
    private func insert(_ count: Int, into store: Database, id: (Int) -> Int64) throws {
        try store.performChanges { changes in
            var values = BenchCity.values(1)
            for number in 0..<count {
                values[0] = .int(id(number))
                try changes.insert(values, into: BenchCity.name)
            }
        }
    }

    /// Inserts in one commit into a store that has objects, with four indexes.
    private func merge(_ count: Int) throws {
        let store = try store(Self.stored, isIndexed: true)
        try store.performChanges { changes in
            for number in Self.stored..<Self.stored + Int64(count) {
                try changes.insert(BenchCity.values(number), into: BenchCity.name)
            }
        }
    }

    /// Updates in one commit; each object is changed as often as needed for the number of
    /// operations.
    private func update(_ count: Int, of stored: Int64) throws {
        let store = try store(stored, isIndexed: true)
        try store.performChanges { changes in
            for number in 0..<count { try change(number, of: stored, in: changes) }
        }
    }

    /// Makes a commit for each change of an object.
    private func commit(_ count: Int) throws {
        let store = try store(Self.stored, isIndexed: true)
        for number in 0..<count {
            try store.performChanges { try change(number, of: Self.stored, in: $0) }
        }
    }

    /// Changes an object's population.
    private func change(_ number: Int, of stored: Int64, in changes: Changes) throws {
        var values = BenchCity.values(Int64(UInt64(scattered(number)) % UInt64(stored)))
        values[4] = .int(scattered(number) % 5_000_001)
        try changes.update(values, of: BenchCity.name)
    }

    /// Deletes objects in no order, in one commit, from a store whose size does not depend on the
    /// count.
    private func delete(_ count: Int) throws {
        let stored = 32_000
        let store = try store(Int64(stored), isIndexed: true)
        try store.performChanges { changes in
            for number in 0..<min(count, stored) {
                // Each id once: the factor is a prime that does not divide the number of ids.
                let id = Int64(number &* 7919 % stored)
                _ = try changes.delete(.int(id), from: BenchCity.name)
            }
        }
    }

    private func encode(_ count: Int) throws {
        let builder = RecordBuilder(try layout())
        let buffer = ByteBuffer()
        let values = BenchCity.values(1)
        for number in 0..<count {
            try builder.set(values)
            builder.append(row: RowNumber(UInt32(number)), to: buffer)
            if number % 1000 == 999 { buffer.removeAll() }
        }
    }

    /// Decodes all values of a record.
    private func decode(_ count: Int) throws {
        let store = try store(1, isIndexed: false)
        let snapshot = try store.snapshot()
        let definition = try snapshot.definition(BenchCity.name)
        guard let found = try snapshot.find(.int(0), in: definition) else { return }
        for _ in 0..<count { _ = try snapshot.values(of: found, schema: definition.schema) }
    }

    private func layout() throws -> Layout {
        let snapshot = try store(0, isIndexed: false).snapshot()
        guard let layout = try snapshot.definition(BenchCity.name).layout else {
            preconditionFailure("the entity was just defined")
        }
        return layout
    }

    private func checksum(_ count: Int) {
        let bytes = [UInt8](repeating: 7, count: 1024)
        var crc = CRC32C()
        for _ in 0..<count { bytes.withView { crc.add($0) } }
        precondition(count == 0 || crc.value != 1)
    }

    /// Scans objects without an index; none of them matches.
    private func scan(_ count: Int, _ filter: String) throws {
        let store = try store(Self.stored, isIndexed: false)
        let snapshot = try store.snapshot()
        let schema = try snapshot.definition(BenchCity.name).schema
        let query = Query(
            entity: BenchCity.name, filter: try FilterParser.parse(filter, schema: schema))
        for _ in 0..<max(1, count / Int(Self.stored)) {
            let found = try snapshot.count(query)
            precondition(found < Self.stored)
        }
    }

    /// Fetches pages of ten objects in the order of an index, from random places; an operation is a
    /// page.
    private func pages(_ count: Int) throws {
        let store = try store(Self.stored, isIndexed: true)
        let snapshot = try store.snapshot()
        let schema = try snapshot.definition(BenchCity.name).schema
        let sorts = try SortTerm.parse("-population", schema: schema)
        for number in 0..<count {
            let bound = Value.int(scattered(number) % 4_000_000)
            let query = Query(
                entity: BenchCity.name, filter: .comparison("population", .greater, bound),
                sorts: sorts, limit: 10)
            try snapshot.forEachRecord(query) { _ in true }
        }
    }

    private func scattered(_ number: Int) -> Int64 {
        Int64(UInt32(truncatingIfNeeded: number) &* 2_654_435_761)
    }

    /// Makes a store in memory, so that the disk has no influence.
    private func store(_ count: Int64, isIndexed: Bool) throws -> Database {
        let store = try Database(
            at: "/hot.nacre", options: .creating, fileSystem: MemoryFileSystem())
        try store.performChanges { changes in
            try changes.define(
                BenchCity.name,
                attributes: BenchCity.attributes(isUnique: isIndexed, isColumnar: false), id: "id",
                indexes: isIndexed ? BenchCity.indexes : [])
            for number in 0..<count {
                try changes.insert(BenchCity.values(number), into: BenchCity.name)
            }
        }
        return store
    }
}
