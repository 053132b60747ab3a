import Foundation
import Nacre
import NacreTestSupport
import Testing

/// A sort, with the order that it means.
private struct Ordering<Root: Entity>: Sendable {
    let sort: Sort<Root>
    /// Returns a negative number if the first comes first.
    let compare: @Sendable (Root, Root) -> Int
}

/// Random sorts, limits, offsets and projections agree with Swift's.
@Suite struct SortPropertyTests {
    private typealias T = Things
    private typealias N = Numbers

    @Test func `sorts of texts, dates, ids and custom types agree with Swift`() {
        check(
            [
                by(\.string, \.inOrder), byMaybe(\.maybeString, \.inOrder),
                by(\.date, \.timeIntervalSinceReferenceDate),
                byMaybe(\.maybeDate, \.timeIntervalSinceReferenceDate), by(\.uuid),
                byMaybe(\.maybeUUID), by(\.decimal), byMaybe(\.maybeDecimal), by(\.key),
                byMaybe(\.maybeKey), by(\.rank), byMaybe(\.maybeRank), by(\.money),
                byMaybe(\.maybeMoney), by(\.bool) { $0 ? 1 : 0 },
                byMaybe(\.maybeBool) { $0 ? 1 : 0 },
                by(\.data) { Bytes($0) }, by(\.url, \.absoluteString), by(\.colour, \.rawValue),
            ] as [Generator<Ordering<T>>]
        ) { store, request, objects in
            try requireEqual(try store.fetch(\.string, request), objects.map(\.string))
            try requireEqual(
                Bits.text(try store.fetch(\.maybeOpening, request)),
                Bits.text(objects.map(\.maybeOpening)))
            let rows = try store.fetch(request.select(\.decimal, \.id, \.maybeData))
            try requireEqual(rows.map(\.0), objects.map(\.decimal))
            try requireEqual(rows.map(\.1), objects.map(\.id))
            try requireEqual(rows.map(\.2), objects.map(\.maybeData))
        }
    }

    @Test func `sorts of numbers agree with Swift`() {
        check(
            [
                by(\.int8), byMaybe(\.maybeInt8), by(\.int16), by(\.int32), byMaybe(\.maybeInt64),
                by(\.int), byMaybe(\.maybeInt), by(\.uint8), byMaybe(\.maybeUInt16), by(\.uint32),
                by(\.uint64), byMaybe(\.maybeUInt64), by(\.uint), by(\.float),
                byMaybe(\.maybeFloat),
                by(\.double), byMaybe(\.maybeDouble), by(\.id),
            ] as [Generator<Ordering<N>>]
        ) { store, request, objects in
            try requireEqual(
                Bits.text(try store.fetch(\.double, request)), Bits.text(objects.map(\.double)))
            try requireEqual(try store.fetch(\.maybeInt8, request), objects.map(\.maybeInt8))
        }
    }

    @Test func `values stored as JSON can be sorted, in a total order`() throws {
        let store = try Store.inMemory(Links.self)
        let links = try Generator<[Links]> { choices throws(Rejection) in
            var links: [Links] = []
            for id in 0..<12 { links.append(try Links.sample(id: id, from: &choices)) }
            return links
        }.value(seed: 5)
        try store.performChanges { try $0.insert(contentsOf: links) }
        let request = Links.all.sorted(\.maybeShape.descending, \.place.former.longitude.ascending)
        let sorted = try store.fetch(request)
        #expect(sorted.count == links.count)
        let shapes = sorted.map(\.maybeShape)
        #expect(shapes.firstIndex(of: nil) ?? 12 == shapes.filter { $0 != nil }.count)
        func compare<Value>(_ found: [Value], _ read: (Links) -> Value) {
            #expect(Bits.text(found) == Bits.text(sorted.map(read)))
        }
        compare(try store.fetch(\.place.position, request)) { $0.place.position }
        compare(try store.fetch(\.maybePlace, request)) { $0.maybePlace }
        compare(try store.fetch(\.maybePlace.street, request)) { $0.maybePlace?.street }
        compare(try store.fetch(\.maybePlace.city, request)) { $0.maybePlace?.city }
        compare(try store.fetch(\.maybePlace.tags, request)) { $0.maybePlace?.tags }
        compare(try store.fetch(\.maybePlace.position, request)) { $0.maybePlace?.position }
        compare(try store.fetch(\.maybePlace.former, request)) { $0.maybePlace?.former }
        compare(try store.fetch(\.maybePlace.former.latitude, request)) {
            $0.maybePlace?.former?.latitude
        }
    }

    // Orders

    private struct Bytes: Comparable {
        let bytes: [UInt8]
        init(_ data: Data) { bytes = [UInt8](data) }
        static func < (left: Bytes, right: Bytes) -> Bool {
            left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }

    private func by<Root: Entity, Value: SingleValue & Comparable & SendableMetatype>(
        _ path: Path<Root, Value>
    ) -> Generator<Ordering<Root>> where Root.Fields == KeyPathFields<Root> {
        by(path) { $0 }
    }

    private func by<Root: Entity, Value: SingleValue, Key: Comparable & SendableMetatype>(
        _ path: Path<Root, Value>, _ key: @escaping @Sendable (Value) -> Key
    ) -> Generator<Ordering<Root>> where Root.Fields == KeyPathFields<Root> {
        ordering(Root.field(path)) { key($0[keyPath: path]) }
    }

    private func byMaybe<Root: Entity, Value: Storable & Comparable & SendableMetatype>(
        _ path: Path<Root, Value?>
    ) -> Generator<Ordering<Root>> where Root.Fields == KeyPathFields<Root> {
        byMaybe(path) { $0 }
    }

    private func byMaybe<Root: Entity, Value: Storable, Key: Comparable & SendableMetatype>(
        _ path: Path<Root, Value?>, _ key: @escaping @Sendable (Value) -> Key
    ) -> Generator<Ordering<Root>> where Root.Fields == KeyPathFields<Root> {
        ordering(Root.field(path)) { $0[keyPath: path].map(key) }
    }

    private func ordering<Root: Entity, Value: SingleValue, Key: Comparable & SendableMetatype>(
        _ field: Field<Root, Value>, _ key: @escaping @Sendable (Root) -> Key?
    ) -> Generator<Ordering<Root>> {
        Generator<Bool>.bool().map { isAscending in
            Ordering(sort: isAscending ? field.ascending : field.descending) { left, right in
                let order = Self.compare(key(left), key(right))
                return isAscending ? order : -order
            }
        }
    }

    /// Compares two keys: nil comes first, a value that does not equal itself last.
    private static func compare<Key: Comparable & SendableMetatype>(_ left: Key?, _ right: Key?)
        -> Int
    {
        guard let left, let right else { return (left == nil ? 0 : 1) - (right == nil ? 0 : 1) }
        let (isLeftNaN, isRightNaN) = (left != left, right != right)
        if isLeftNaN || isRightNaN { return (isLeftNaN ? 1 : 0) - (isRightNaN ? 1 : 0) }
        return left < right ? -1 : left == right ? 0 : 1
    }

    private func check<Root: SampledEntity>(
        _ orderings: [Generator<Ordering<Root>>],
        projections: @escaping (Store, FetchRequest<Root>, [Root]) throws -> Void
    ) {
        typealias Case = ([Root], [[Ordering<Root>]], Int, Int)
        let cases = Generator<Shown<Case>> { choices throws(Rejection) in
            var objects: [Root] = []
            for id in 0..<9 { objects.append(try Root.sample(id: id, from: &choices)) }
            let sorts = Generator<[Ordering<Root>]>.array(of: .oneOf(orderings), count: 0...3)
            let drawn = try choices.draw(.array(of: sorts, count: 10))
            let (limit, offset) = (try choices.draw(upTo: 11), try choices.draw(upTo: 11))
            return Shown((objects, drawn, Int(limit), Int(offset))) {
                objects, sorts, limit, offset in
                "\(sorts.map { $0.map(\.sort) }), \(limit), \(offset)\n\(Bits.text(objects))"
            }
        }
        property("sorts", runs: 6, cases) { shown in
            let (objects, sorts, limit, offset) = shown.value
            let store = try Store.inMemory(Root.self)
            try store.performChanges { try $0.insert(contentsOf: objects) }
            for orderings in sorts {
                let sorted = objects.sorted { left, right in
                    let order = orderings.lazy.map { $0.compare(left, right) }.first { $0 != 0 }
                    return order.map { $0 < 0 } ?? (left.id < right.id)
                }
                let wanted = Array(sorted.dropFirst(offset).prefix(limit))
                var all = FetchRequest<Root>()
                // By the protocol's own closures, one for each.
                let closures = orderings.map { ordering in
                    { @Sendable (_: Root.Fields) in ordering.sort }
                }
                switch closures.count {
                case 0: break
                case 1: all = all.sorted(closures[0])
                case 2: all = all.sorted(closures[0], closures[1])
                default: all = all.sorted(closures[0], closures[1], closures[2])
                }
                let request = all.limit(limit).offset(offset)
                try requireEqual(
                    try store.fetch(all).map(\.id), sorted.map(\.id), "\(orderings.map(\.sort))")
                try requireEqual(try store.fetch(request).map(\.id), wanted.map(\.id))
                try requireEqual(try store.count(request), wanted.count, "the count")
                try requireEqual(try store.first(request)?.id, wanted.first?.id, "the first")
                try projections(store, request, wanted)
            }
        }
    }
}
