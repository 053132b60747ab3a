import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Random filters, and those parsed from their texts, find the same objects as Swift's own
/// operators find among the decoded ones.
@Suite struct FilterPropertyTests {
    @Test func `filters of numbers agree with Swift`() {
        typealias N = Numbers
        var tests: [Expectations<N>] = [
            N.order(\.id), N.equality(\.int8), N.order(\.int8), N.equality(\.maybeInt8),
            N.maybeOrder(\.maybeInt8), N.equality(\.int16), N.maybeOrder(\.maybeInt16),
            N.order(\.int32), N.equality(\.maybeInt32), N.order(\.int64),
            N.maybeOrder(\.maybeInt64), N.equality(\.int), N.order(\.int), N.equality(\.maybeInt),
            N.maybeOrder(\.maybeInt), N.order(\.uint8), N.maybeOrder(\.maybeUInt8),
            N.order(\.uint16), N.maybeOrder(\.maybeUInt16), N.order(\.uint32),
        ]
        tests += [
            N.equality(\.maybeUInt32), N.order(\.uint64), N.equality(\.maybeUInt64),
            N.maybeOrder(\.maybeUInt64), N.order(\.uint), N.equality(\.maybeUInt),
            N.equality(\.float), N.order(\.float), N.equality(\.maybeFloat),
            N.maybeOrder(\.maybeFloat), N.equality(\.double), N.order(\.double),
            N.equality(\.maybeDouble), N.maybeOrder(\.maybeDouble),
            N.presence(N.field(\.maybeUInt64)) { $0.maybeUInt64 },
        ]
        check(tests)
    }

    @Test func `comparisons of two attributes agree with Swift`() {
        typealias N = Numbers
        typealias T = Things
        check([
            N.pair(N.field(\.int), { $0.int }, N.field(\.maybeInt), { $0.maybeInt }),
            N.pair(N.field(\.maybeUInt64), { $0.maybeUInt64 }, N.field(\.uint64), { $0.uint64 }),
            N.pair(N.field(\.maybeInt8), { $0.maybeInt8 }, N.field(\.maybeInt8), { $0.maybeInt8 }),
            N.pair(N.field(\.double), { $0.double }, N.field(\.maybeDouble), { $0.maybeDouble }),
            N.pair(N.field(\.maybeFloat), { $0.maybeFloat }, N.field(\.float), { $0.float }),
            N.pair(N.field(\.id), { $0.id }, N.field(\.int), { $0.int }),
        ])
        check([
            T.pair(T.field(\.string), { $0.string }, T.field(\.maybeString), { $0.maybeString }),
            T.pair(T.field(\.maybeDate), { $0.maybeDate }, T.field(\.date), { $0.date }),
            T.pair(T.field(\.uuid), { $0.uuid }, T.field(\.maybeUUID), { $0.maybeUUID }),
            T.pair(
                T.field(\.decimal), { $0.decimal }, T.field(\.maybeDecimal), { $0.maybeDecimal }),
            T.pair(T.field(\.rank), { $0.rank }, T.field(\.maybeRank), { $0.maybeRank }),
            T.pair(T.field(\.money), { $0.money }, T.field(\.maybeMoney), { $0.maybeMoney }),
        ])
    }

    @Test func `two texts have the same order wherever they are compared`() throws {
        // Swift's `<` cannot order these: see String.inOrder.
        let (less, more) = ("e\u{301}", "\u{e9}e")
        let store = try Store.inMemory(Things.self, Lists.self)
        var thing = try Generator { choices throws(Rejection) in
            try Things.sample(id: 0, from: &choices)
        }.value(seed: 1)
        (thing.string, thing.maybeString) = (less, more)
        var lists = try Generator { choices throws(Rejection) in
            try Lists.sample(id: 0, from: &choices)
        }.value(seed: 1)
        (lists.strings, lists.maybeStrings) = ([less], [more])
        try store.performChanges { changes in
            try changes.insert(thing)
            try changes.insert(lists)
        }
        #expect(try store.count(Things.where { $0.string < $0.maybeString }) == 1)
        #expect(try store.count(Things.where { $0.string >= $0.maybeString }) == 0)
        #expect(try store.count(Things.where { $0.string < more && $0.maybeString > less }) == 1)
        #expect(try store.count(Things.where { (less..<more).contains($0.string) }) == 1)
        #expect(try store.count(Lists.where { $0.strings.contains { $0 < more } }) == 1)
        #expect(try store.count(Lists.where { $0.maybeStrings.allSatisfy { $0 > less } }) == 1)
    }

    @Test func `filters of texts, dates, ids and custom types agree with Swift`() {
        typealias T = Things
        var tests: [Expectations<T>] = [
            T.equality(\.bool), T.equality(\.maybeBool), T.equality(\.string), T.order(\.string),
            T.equality(\.maybeString), T.maybeOrder(\.maybeString), T.equality(\.data),
            T.equality(\.maybeData), T.equality(\.date), T.order(\.date), T.equality(\.maybeDate),
            T.maybeOrder(\.maybeDate), T.equality(\.uuid), T.order(\.uuid),
            T.equality(\.maybeUUID), T.maybeOrder(\.maybeUUID), T.equality(\.url),
            T.equality(\.maybeURL), T.equality(\.decimal), T.order(\.decimal),
        ]
        tests += [
            T.equality(\.maybeDecimal), T.maybeOrder(\.maybeDecimal), T.equality(\.key),
            T.order(\.key), T.equality(\.maybeKey), T.maybeOrder(\.maybeKey), T.equality(\.rank),
            T.order(\.rank), T.equality(\.maybeRank), T.maybeOrder(\.maybeRank),
            T.equality(\.colour), T.equality(\.maybeColour), T.equality(\.money),
            T.order(\.money), T.equality(\.maybeMoney), T.maybeOrder(\.maybeMoney),
            T.json(\.opening), T.maybeJSON(\.maybeOpening),
        ]
        tests += [
            T.text(T.field(\.string)) { $0.string },
            T.text(T.field(\.maybeString)) { $0.maybeString },
            T.presence(T.field(\.maybeOpening)) { $0.maybeOpening },
        ]
        check(tests)
    }

    @Test func `filters of references and embedded structs agree with Swift`() {
        typealias L = Links
        let (place, maybe) = (L.field(\.place), L.field(\.maybePlace))
        var tests: [Expectations<L>] = [
            L.equality(\.number), L.order(\.number), L.equality(\.word), L.maybeOrder(\.word),
            L.equality(\.object), L.equality(\.price), L.equality(\.flags), L.equality(\.label),
            L.json(\.shape), L.maybeJSON(\.maybeShape),
            L.equality(place.street, { $0.place.street }, ==),
            L.equality(place.city, { $0.place.city }, ==),
            L.order(place.rank) { $0.place.rank },
            L.order(place.position.latitude) { $0.place.position.latitude },
            L.maybeOrder(place.position.longitude) { $0.place.position.longitude },
        ]
        tests += [
            L.equality(place.former.latitude, { $0.place.former?.latitude }, ==),
            L.maybeOrder(place.former.longitude) { $0.place.former?.longitude },
            L.presence(place.former) { $0.place.former },
            L.presence(maybe) { $0.maybePlace },
            L.equality(maybe.street, { $0.maybePlace?.street }, ==),
            L.text(maybe.street) { $0.maybePlace?.street },
            L.equality(maybe.city, { $0.maybePlace?.city }, ==),
            L.maybeOrder(maybe.rank) { $0.maybePlace?.rank },
            L.presence(maybe.tags) { $0.maybePlace?.tags },
            L.presence(maybe.position) { $0.maybePlace?.position },
        ]
        tests += [
            L.maybeOrder(maybe.position.latitude) { $0.maybePlace?.position.latitude },
            L.equality(maybe.position.longitude, { $0.maybePlace?.position.longitude }, ==),
            L.presence(maybe.former) { $0.maybePlace?.former },
            L.maybeOrder(maybe.former.longitude) { $0.maybePlace?.former?.longitude },
            L.presence(L.field(\.maybePlaces)) { $0.maybePlaces },
        ]
        check(tests)
    }

    @Test func `filters of attributes with stages agree with the stored values`() {
        typealias S = Staged
        let fields = S.Fields(FieldPath())
        check([
            S.order(fields.id) { $0.id },
            staged(fields.day, Staged.days) { $0.day },
            staged(fields.token, UUID.samples) { $0.token },
            // The only attribute whose stages end in a string, for which equivalent spellings are
            // equal.
            staged(fields.mirror, String.samples, by: { Self.mirror($0) == Self.mirror($1) }) {
                $0.mirror
            },
            staged(fields.maybeDay, .optional(Staged.days)) { $0.maybeDay },
            .element(of: [
                Expectation(filter: fields.maybeOpaque == nil) { $0.maybeOpaque == nil },
                Expectation(filter: fields.maybeOpaque != nil) { $0.maybeOpaque != nil },
                Expectation(filter: fields.maybePacked == nil) { $0.maybePacked == nil },
                Expectation(filter: fields.maybeText != nil) { $0.maybeText != nil },
            ]),
        ])
    }

    private static func mirror(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.reversed()))
    }

    private func staged<Value: SingleValue & Equatable>(
        _ field: TransformedField<Staged, Value>, _ samples: Generator<Value>,
        by areEqual: @escaping @Sendable (Value, Value) -> Bool = {
            Bits.text($0) == Bits.text($1)
        }, _ read: @escaping @Sendable (Staged) -> Value
    ) -> Expectations<Staged> {
        Generator { choices throws(Rejection) in
            let value = try choices.draw(samples)
            let values = try choices.draw(Generator<[Value]>.array(of: samples, count: 0...3))
            switch try choices.draw(upTo: 2) {
            case 0: return Expectation(filter: field == value) { areEqual(read($0), value) }
            case 1: return Expectation(filter: field != value) { !areEqual(read($0), value) }
            default:
                return Expectation(filter: field.isIn(values)) { object in
                    values.contains { areEqual(read(object), $0) }
                }
            }
        }
    }

    func check<Root: SampledEntity>(_ tests: [Expectations<Root>]) {
        let cases = Generator<Shown<([Root], [Expectation<Root>])>> { choices throws(Rejection) in
            var objects: [Root] = []
            for id in 0..<8 { objects.append(try Root.sample(id: id, from: &choices)) }
            let filters = Generator<[Expectation<Root>]>.array(of: .tree(of: tests), count: 20)
            return Shown((objects, try choices.draw(filters))) { objects, filters in
                "\(filters.map(\.filter))\n\(Bits.text(objects))"
            }
        }
        property("filters", runs: 6, cases) { shown in
            let (objects, expectations) = shown.value
            let store = try Store.inMemory(Root.self)
            try store.performChanges { try $0.insert(contentsOf: objects) }
            for expectation in expectations {
                let wanted = objects.filter(expectation.holds).map(\.id)
                try compare(store, expectation.filter, wanted)
            }
        }
    }

    private func compare<Root: SampledEntity>(
        _ store: Store, _ filter: Filter<Root>, _ wanted: [Int]
    ) throws {
        let text = filter.description
        let request = Root.where(filter)
        try requireEqual(try store.fetch(request).map(\.id), wanted, text)
        try requireEqual(try store.count(request), wanted.count, "the count of \(text)")
        try requireEqual(try store.first(request)?.id, wanted.first, "the first of \(text)")
        // Text has a limit; filters have none.
        guard text.utf8.count < 1 << 20 else { return }
        let parsed = try Filter<Root>(parsing: text)
        try requireEqual(try store.fetch(Root.where(parsed)).map(\.id), wanted, "read: \(text)")
        let coded = try JSONDecoder().decode(
            Filter<Root>.self, from: try JSONEncoder().encode(filter))
        try requireEqual(coded.description, text)
        try requireEqual(coded, parsed)
        // A text does not distinguish NaNs.
        guard !text.contains(".nan") else { return }
        try requireEqual(parsed, filter)
        try requireEqual(parsed.hashValue, filter.hashValue)
    }
}
