import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

private enum ReadingKind: Int8, Hashable, Storable {
    case plain = -3
    case odd, last
}

/// A type that reads no negative numbers.
private struct Natural: Hashable, Storable {
    let number: Int

    static let transformer = Transformer<Natural, Int>(
        "natural", transform: { $0.number },
        reverse: { $0 < 0 ? nil : Natural(number: $0) })
}

/// An entity with a column of each type, some with values that share keys.
private struct KeyedReading: Hashable, Entity {
    let id: Int
    var serial: UInt64
    var isValid: Bool
    var small: UInt8
    var kind: ReadingKind
    var count: Int?
    var wide: UInt64
    var ratio: Float
    var value: Double?
    var time: Date
    var next: Ref<KeyedReading>?
    var steps: Natural
    var name: String

    static let schema = EntitySchema(
        KeyedReading.init, Attribute("id", \.id), Attribute("serial", \.serial, .unique),
        Attribute("isValid", \.isValid, .columnar), Attribute("small", \.small, .columnar),
        Attribute("kind", \.kind, .columnar), Attribute("count", \.count, .columnar),
        Attribute("wide", \.wide, .columnar), Attribute("ratio", \.ratio, .columnar),
        Attribute("value", \.value, .columnar), Attribute("time", \.time, .columnar),
        Attribute("next", \.next, .columnar), Attribute("steps", \.steps, .columnar),
        Attribute("name", \.name))

    static let number = 9_000

    init(
        id: Int, serial: UInt64, isValid: Bool, small: UInt8, kind: ReadingKind, count: Int?,
        wide: UInt64, ratio: Float, value: Double?, time: Date, next: Ref<KeyedReading>?,
        steps: Natural, name: String
    ) {
        self.id = id
        self.serial = serial
        self.isValid = isValid
        self.small = small
        self.kind = kind
        self.count = count
        self.wide = wide
        self.ratio = ratio
        self.value = value
        self.time = time
        self.next = next
        self.steps = steps
        self.name = name
    }

    /// - Parameter salt: Another salt gives other values.
    init(_ id: Int, salt: Int = 0) {
        let mixed = (id &+ salt) &* 0x9E37_79B9
        let counts: [Int?] = [nil, .min, .max, .max - 1, -1, 0, mixed]
        let wides: [UInt64] = [0, .max, .max - 1, UInt64(truncatingIfNeeded: mixed)]
        let ratios: [Float] = [0, -0.0, .nan, .infinity, Float(mixed % 1_000) / 7]
        let values: [Double?] = [
            nil, 0, -0.0, .nan, -.infinity, .leastNonzeroMagnitude, Double(mixed) / 3,
        ]
        let kinds: [ReadingKind] = [.plain, .odd, .last]
        self.init(
            id: id, serial: UInt64.max - UInt64(truncatingIfNeeded: id + 5),
            isValid: mixed % 3 == 0,
            small: UInt8(truncatingIfNeeded: mixed), kind: kinds[abs(mixed % 3)],
            count: counts[abs(mixed % 7)], wide: wides[abs(mixed % 4)],
            ratio: ratios[abs(mixed % 5)], value: values[abs(mixed % 7)],
            time: Date(timeIntervalSinceReferenceDate: Double(mixed % 100_000) / 8),
            next: mixed % 5 == 0 ? nil : Ref(id: abs(mixed % 8_000)),
            steps: Natural(number: abs(mixed)), name: "reading \(id)")
    }
}

/// Projections whose values keys of columns and indexes tell.
@Suite struct KeyedProjectionTests {
    private func store() throws -> Store {
        let store = try Store.inMemory(KeyedReading.self)
        try store.performChanges { changes in
            for id in 0..<KeyedReading.number { try changes.insert(KeyedReading(id - 500)) }
        }
        return store
    }

    private func bits(_ number: Double?) -> UInt64? { number?.bitPattern }

    private func check(
        _ reader: borrowing some Reader & ~Escapable, _ request: FetchRequest<KeyedReading>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let objects = try reader.fetch(request)
        let rows = try reader.fetch(
            request.select(
                \.id, \.serial, \.isValid, \.small, \.kind, \.count, \.wide, \.ratio, \.value,
                \.time, \.next, \.steps))
        #expect(rows.count == objects.count, sourceLocation: sourceLocation)
        let areEqual = zip(rows, objects).allSatisfy { row, object in
            row.1 == object.serial && row.2 == object.isValid && row.3 == object.small
                && row.4 == object.kind && row.5 == object.count && row.6 == object.wide
                && row.7.bitPattern == object.ratio.bitPattern && bits(row.8) == bits(object.value)
                && row.9 == object.time && row.10 == object.next && row.11 == object.steps
        }
        #expect(areEqual, sourceLocation: sourceLocation)
        #expect(rows.map(\.0) == objects.map(\.id), sourceLocation: sourceLocation)
        let values = try reader.fetch(\.value, request).map(bits)
        #expect(values == objects.map { bits($0.value) }, sourceLocation: sourceLocation)
        #expect(
            try reader.fetch(\.steps, request) == objects.map(\.steps),
            sourceLocation: sourceLocation)
        #expect(
            try reader.fetch(\.serial, request) == objects.map(\.serial),
            sourceLocation: sourceLocation)
    }

    private var requests: [FetchRequest<KeyedReading>] {
        [
            KeyedReading.all, KeyedReading.all.sorted(\.id.descending),
            KeyedReading.all.sorted(\.serial.ascending), KeyedReading.all.limit(8_300).offset(411),
            KeyedReading.all.sorted(\.serial.descending).limit(8_400).offset(129),
            KeyedReading.where { $0.id < -100 || $0.id > 50 },
            KeyedReading.where { $0.id < -100 || $0.id > 50 }.sorted(\.id.descending).offset(395),
            KeyedReading.all.sorted(\.small.ascending), KeyedReading.where { $0.count != nil },
        ]
    }

    @Test func `values from keys are those of the objects`() throws {
        let store = try store()
        for request in requests { try check(store, request) }
        try store.performChanges { try check($0, KeyedReading.all) }
    }

    @Test func `values from keys follow changes, and snapshots keep theirs`() throws {
        let store = try store()
        let before = try store.snapshot()
        let objects = try before.fetch(KeyedReading.all)
        try check(before, KeyedReading.all)
        try store.performChanges { changes in
            for id in stride(from: -500, to: 8_000, by: 37) {
                try changes.update(KeyedReading(id, salt: 11))
            }
            for id in stride(from: -499, to: 0, by: 37) {
                try changes.delete(KeyedReading.self, id)
            }
        }
        for request in requests { try check(store, request) }
        #expect(try before.fetch(KeyedReading.all).map(\.wide) == objects.map(\.wide))
        #expect(try before.fetch(\.wide, KeyedReading.all) == objects.map(\.wide))
    }

    @Test func `records that are older than a column have its default`() throws {
        let path = NSTemporaryDirectory() + "nacre-keyed-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let older = try Store(at: path, OlderReading.self)
        try older.performChanges { changes in
            for id in 0..<9_000 { try changes.insert(OlderReading(id: id, size: id % 7)) }
        }
        try older.close()
        let newer = try Store(at: path, NewerReading.self)
        let rows = try newer.fetch(NewerReading.all.select(\.size, \.level, \.rank))
        #expect(rows.count == 9_000)
        #expect(rows.enumerated().allSatisfy { $1 == ($0 % 7, 40, nil) })
        try newer.close()
    }

    @Test func `a value that its type refuses is an error that names the object`() throws {
        let store = try store()
        try store.performChanges { changes in
            var reading = KeyedReading(77)
            reading.steps = Natural(number: -1)
            try changes.update(reading)
        }
        let error = storeError { _ = try store.fetch(KeyedReading.all.select(\.id, \.steps)) }
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("'steps' of 'KeyedReading' with id 77") == true)
        #expect(try store.fetch(KeyedReading.all.select(\.id, \.wide)).count == KeyedReading.number)
    }
}

private struct OlderReading: Entity {
    let id: Int
    var size: Int
    static let entityName = "Older"
    static let schema = EntitySchema(
        OlderReading.init, Attribute("id", \.id), Attribute("size", \.size))
}

private struct NewerReading: Entity {
    let id: Int
    var size: Int
    var level: Int
    var rank: Int?
    static let entityName = "Older"
    static let schema = EntitySchema(
        NewerReading.init, Attribute("id", \.id), Attribute("size", \.size, .columnar),
        Attribute("level", \.level, default: 40, .columnar),
        Attribute("rank", \.rank, .columnar))
}
