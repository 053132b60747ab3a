import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Random objects of every kind of property come back to the bit, wherever they are stored
/// meanwhile.
@Suite struct RoundTripTests {
    @Test func `numbers are read back exactly`() { check(Numbers.self) }
    @Test func `V11 texts, dates, ids and own types are read back exactly`() { check(Things.self) }
    @Test func `references, JSON and embedded structs are read back exactly`() {
        check(Links.self)
    }
    @Test func `arrays are read back exactly`() { check(Lists.self) }
    @Test func `sets and dictionaries are read back exactly`() { check(Groups.self) }
    @Test func `V36 values with stages are read back exactly`() { check(Staged.self) }

    /// Checks two states of some objects: as inserted, and as some are after an update.
    private func check<Sample: SampledEntity>(_ type: Sample.Type) {
        let sample = Generator<Shown<[Sample]>> { choices throws(Rejection) in
            var samples: [Sample] = []
            let count = 1 + Int(try choices.draw(upTo: 3))
            for index in 0..<2 * count {
                samples.append(try Sample.sample(id: index % count, from: &choices))
            }
            return Shown(samples)
        }
        property("round trip", runs: 12, sample) { shown in
            let samples = shown.value
            let files = TypedStore()
            let half = samples.count / 2
            let store = try files.open(Sample.self)
            try store.performChanges { try $0.insert(contentsOf: samples[..<half]) }
            try compare(store, Array(samples[..<half]), "inserted")
            let updated = samples[half...].filter { $0.id % 2 == 0 }
            let all = updated + samples[..<half].filter { $0.id % 2 == 1 }
            try store.performChanges { changes in
                for object in updated {
                    if object.id == 0 {
                        try changes.update(object)
                    } else {
                        try changes.save(object)
                    }
                }
                try compare(changes, all, "in the change")
            }
            try compare(store, all, "updated")
            try store.close()
            let reopened = try files.open(Sample.self)
            try compare(reopened, all, "reopened")
            try reopened.compact()
            try compare(reopened, all, "compacted")
            try reopened.close()
            let last = try files.open(Sample.self, options: .readOnly)
            try compare(last, all, "read only")
            try last.close()
            try files.checkIntegrity()
        }
    }

    private func compare<Sample: SampledEntity>(
        _ reader: borrowing some Reader & ~Escapable, _ expected: [Sample], _ state: String
    ) throws {
        let sorted = expected.sorted { $0.id < $1.id }
        let fetched = try reader.fetch(Sample.all)
        try require(fetched.count == sorted.count, "\(fetched.count) objects \(state)")
        for (actual, wanted) in zip(fetched, sorted) {
            try requireEqual(Bits.text(actual), Bits.text(wanted), state)
            let found = try reader.find(Sample.self, wanted.id)
            try requireEqual(found.map { Bits.text($0) }, Bits.text(wanted), "found, \(state)")
        }
    }

    private struct Moment: Entity {
        let id: Int
        var date: Date
        var dates: [Date]

        static let schema = EntitySchema(
            Moment.init, Attribute("id", \.id), Attribute("date", \.date),
            Attribute("dates", \.dates))
    }

    @Test func `a date that is NaN keeps its bits and equals nothing`() throws {
        let date = Date(timeIntervalSinceReferenceDate: Double(nan: 77, signaling: false))
        let store = try Store.inMemory(Moment.self)
        try store.performChanges { try $0.insert(Moment(id: 1, date: date, dates: [date])) }
        let found = try #require(try store.find(Moment.self, 1))
        #expect(Bits.text(found) == Bits.text(Moment(id: 1, date: date, dates: [date])))
        for filter in [Filter<Moment> { $0.date == date }, Filter { $0.date <= date }] {
            #expect(try store.count(Moment.where(filter)) == 0)
        }
    }
}
