import Foundation
import Nacre
import NacreTestSupport
import Testing

private struct Person: Entity {
    let id: String

    static let schema = EntitySchema(Person.init, Attribute("id", \.id))
}

/// A card of a tracker. `Indexes` says whether its attributes have indexes.
private struct Card<Indexes: CardIndexes>: Entity, Equatable {
    let id: Int
    var labels: [String]
    var points: Set<Int32>
    var assignees: Set<Ref<Person>>
    var created: Date
    var due: Date?
    var weight: Int

    static var entityName: String { "Card" }
    static var schema: EntitySchema<Card> {
        EntitySchema(
            Card.init, Attribute("id", \.id),
            Indexes.areThere
                ? Attribute("labels", \.labels, .indexed) : Attribute("labels", \.labels),
            Indexes.areThere
                ? Attribute("points", \.points, .indexed) : Attribute("points", \.points),
            Attribute("assignees", \.assignees, .relationship(.noAction)),
            Indexes.areThere
                ? Attribute("created", \.created, .indexed) : Attribute("created", \.created),
            Indexes.areThere ? Attribute("due", \.due, .indexed) : Attribute("due", \.due),
            Attribute("weight", \.weight))
    }
}

private protocol CardIndexes: Sendable { static var areThere: Bool { get } }
private enum Indexed: CardIndexes { static var areThere: Bool { true } }
private enum Plain: CardIndexes { static var areThere: Bool { false } }

/// Groups by elements of lists, by periods of dates, and in the order of aggregates.
@Suite struct GroupPartTests {
    private static func calendar(_ zone: String, firstWeekday: Int = 2) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        calendar.firstWeekday = firstWeekday
        return calendar
    }

    private static func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private static func cards<Indexes>() -> Generator<[Card<Indexes>]> {
        let card = Generator<Card<Indexes>> { choices throws(Rejection) in
            func number(_ bound: UInt64) throws(Rejection) -> Int {
                Int(try choices.draw(upTo: bound))
            }
            var labels: [String] = []
            for _ in 0..<(try number(4)) {
                labels.append(["red", "blue", "a long label", "a long labels", ""][try number(4)])
            }
            var points: Set<Int32> = []
            for _ in 0..<(try number(3)) { points.insert(Int32(try number(5)) - 2) }
            var assignees: Set<Ref<Person>> = []
            for _ in 0..<(try number(3)) { assignees.insert(Ref(id: "p\(try number(4))")) }
            // Around the changes of clocks of a year.
            let hours = Double(try number(9000)) + Double(try number(3)) / 4
            let created = Date(timeIntervalSinceReferenceDate: 789_000_000 + hours * 3600)
            let due = try number(2) == 0 ? nil : created.addingTimeInterval(86_400 * 3.3)
            return Card(
                id: 0, labels: labels, points: points, assignees: assignees, created: created,
                due: due, weight: try number(9))
        }
        return Generator<[Card<Indexes>]>.array(of: card, count: 0...40).map { cards in
            cards.enumerated().map { place, card in
                Card(
                    id: place, labels: card.labels, points: card.points,
                    assignees: card.assignees, created: card.created, due: card.due,
                    weight: card.weight)
            }
        }
    }

    private func check<Indexes>(_ type: Card<Indexes>.Type, _ name: String) {
        property(name, runs: 40, Self.cards()) { (cards: [Card<Indexes>]) in
            let store = try Store.inMemory(Card<Indexes>.self, Person.self)
            try store.performChanges { try $0.insert(contentsOf: cards) }
            let since = Date(timeIntervalSinceReferenceDate: 789_000_000 + 3600 * 4000.5)
            let requests = [
                (Card<Indexes>.all, cards),
                (Card.where { $0.created >= since }, cards.filter { $0.created >= since }),
                (
                    Card.where { $0.weight > 3 || $0.created < since },
                    cards.filter { $0.weight > 3 || $0.created < since }
                ),
            ]
            for (request, cards) in requests {
                try checkElements(store, request, cards)
                for zone in ["Europe/Oslo", "America/New_York", "Australia/Lord_Howe", "GMT"] {
                    try checkPeriods(store, request, cards, Self.calendar(zone))
                }
                try checkOrder(store, request, cards)
            }
        }
    }

    private func checkElements<Indexes>(
        _ store: Store, _ request: FetchRequest<Card<Indexes>>, _ cards: [Card<Indexes>]
    ) throws {
        let labels = try store.group(request, by: \.labels.elements, .count)
        try requireEqual(labels.map(\.key), Set(cards.flatMap(\.labels)).sorted())
        for (label, count) in labels {
            try requireEqual(count, cards.count { $0.labels.contains(label) })
        }
        try requireEqual(
            try store.distinct(\.labels.elements, request), Set(cards.flatMap(\.labels)).sorted())
        let points = try store.group(request, by: \.points.elements, .count)
        try requireEqual(points.map(\.key), Set(cards.flatMap(\.points)).sorted())
        for (point, count) in points {
            try requireEqual(count, cards.count { $0.points.contains(point) })
        }
        let both = try store.group(
            request, by: \.assignees.elements, \.labels.elements, .count, .sum(\.weight))
        var expected: [[String]: (Int, Int)] = [:]
        for card in cards {
            for person in card.assignees {
                for label in Set(card.labels) {
                    expected[[person.id, label], default: (0, 0)].0 += 1
                    expected[[person.id, label], default: (0, 0)].1 += card.weight
                }
            }
        }
        try requireEqual(both.count, expected.count)
        for ((person, label), (count, weight)) in both {
            let known = expected[[person.id, label]]
            try requireEqual(count, known?.0)
            try requireEqual(weight, known?.1)
        }
    }

    private func checkPeriods<Indexes>(
        _ store: Store, _ request: FetchRequest<Card<Indexes>>, _ cards: [Card<Indexes>],
        _ calendar: Calendar
    ) throws {
        let periods: [(CalendarPeriod, Calendar.Component)] = [
            (.hour, .hour), (.day, .day), (.week, .weekOfYear), (.month, .month), (.year, .year),
        ]
        for (period, component) in periods {
            // Its hours overlap when clocks change by half an hour.
            if period == .hour, calendar.timeZone.identifier.hasSuffix("Howe") { continue }
            func start(_ date: Date) -> Date? {
                calendar.dateInterval(of: component, for: date)?.start
            }
            let groups = try store.group(request, by: \.created[period, in: calendar], .count)
            let expected = Dictionary(grouping: cards) { start($0.created) }
            try requireEqual(groups.map(\.key), expected.keys.compactMap(\.self).sorted())
            try requireEqual(groups.map(\.values), groups.map { expected[$0.key]?.count ?? 0 })
            let due = try store.group(
                request, by: \.due[period, in: calendar], .count, .max(\.created))
            let dueExpected = Dictionary(grouping: cards) { $0.due.flatMap(start) }
            try requireEqual(due.count, dueExpected.count)
            try requireEqual(due.first?.key == nil, cards.isEmpty || dueExpected[nil] != nil)
            for (key, (count, newest)) in due {
                try requireEqual(count, dueExpected[key]?.count)
                try requireEqual(newest, dueExpected[key]?.map(\.created).max())
            }
        }
    }

    private func checkOrder<Indexes>(
        _ store: Store, _ request: FetchRequest<Card<Indexes>>, _ cards: [Card<Indexes>]
    ) throws {
        let all = try store.group(request, by: \.weight, .count, .min(\.due))
        let sorted = all.sorted { ($1.values.0, $0.key) < ($0.values.0, $1.key) }
        for limit in [0, 1, 3, 100] {
            let top = try store.group(
                request, by: \.weight, .count.descending, .min(\.due), limit: limit)
            try requireEqual(top.map(\.key), sorted.prefix(limit).map(\.key))
            try requireEqual(top.map(\.values.1), sorted.prefix(limit).map(\.values.1))
            let tested = try store.group(
                request, by: \.weight, .count.descending, limit: limit
            ) { weight, _ in weight % 2 == 0 }
            try requireEqual(
                tested.map(\.key),
                sorted.filter { $0.key.isMultiple(of: 2) }.prefix(limit).map(\.key))
        }
        let byDate = try store.group(
            request, by: \.weight, \.labels.elements, .min(\.due).ascending, .count.descending)
        for (one, other) in zip(byDate, byDate.dropFirst()) {
            let dates = (one.values.0 ?? .distantPast, other.values.0 ?? .distantPast)
            try requireEqual(dates.0 <= dates.1, true)
            if dates.0 == dates.1 { try requireEqual(one.values.1 >= other.values.1, true) }
        }
    }

    @Test func `groups by elements and periods equal those of dictionaries`() {
        check(Card<Plain>.self, "groups by parts")
    }

    @Test func `groups by elements and periods by indexes equal those of dictionaries`() {
        check(Card<Indexed>.self, "groups by parts, by indexes")
    }

    @Test func `a day has 23 or 25 hours when clocks are changed`() throws {
        let store = try Store.inMemory(Card<Indexed>.self, Person.self)
        let begin = try Self.date("2026-01-01T00:00:00+01:00")
        try store.performChanges { changes in
            for hour in 0..<(365 * 24) {
                try changes.insert(
                    Card<Indexed>(
                        id: hour, labels: [], points: [], assignees: [],
                        created: begin.addingTimeInterval(Double(hour) * 3600), due: nil,
                        weight: 1))
            }
        }
        let calendar = Self.calendar("Europe/Oslo")
        let days = try store.group(
            Card<Indexed>.all, by: \.created[.day, in: calendar], .count, .sum(\.weight))
        let counts = Dictionary(uniqueKeysWithValues: days.map { ($0.key, $0.values.0) })
        #expect(days.count == 365)
        #expect(counts[try Self.date("2026-03-29T00:00:00+01:00")] == 23)
        #expect(counts[try Self.date("2026-10-25T00:00:00+02:00")] == 25)
        #expect(counts.values.count { $0 == 24 } == 363)
        let byIndex = try store.group(Card<Indexed>.all, by: \.created[.day, in: calendar], .count)
        #expect(byIndex.map(\.key) == days.map(\.key))
        #expect(byIndex.map(\.values) == days.map(\.values.0))
        // A week of another first day begins elsewhere.
        let sundays = Self.calendar("Europe/Oslo", firstWeekday: 1)
        let weeks = try store.distinct(\.created[.week, in: sundays], Card<Indexed>.all)
        #expect(weeks.dropFirst().allSatisfy { sundays.component(.weekday, from: $0) == 1 })
        #expect(weeks != (try store.distinct(\.created[.week, in: calendar], Card<Indexed>.all)))
    }

    @Test func `hours do not overlap when clocks change by half an hour`() throws {
        let calendar = Self.calendar("Australia/Lord_Howe")
        let zone = calendar.timeZone
        var change = try Self.date("2026-01-01T00:00:00Z")
        for _ in 0..<2 {
            change = try #require(zone.nextDaylightSavingTimeTransition(after: change))
            let minutes = stride(from: -120.0, through: 120, by: 5)
            let dates = minutes.map { change.addingTimeInterval($0 * 60) }
            var keys: [[Date]] = []
            for dates in [dates, dates.reversed()] {
                let store = try Store.inMemory(Card<Plain>.self, Person.self)
                try store.performChanges { changes in
                    for (id, date) in dates.enumerated() {
                        try changes.insert(
                            Card<Plain>(
                                id: id, labels: [], points: [], assignees: [], created: date,
                                due: nil, weight: 1))
                    }
                }
                let hours = try store.group(
                    Card<Plain>.all, by: \.created[.hour, in: calendar], .count, .min(\.created))
                #expect(hours.map(\.values.0).reduce(0, +) == dates.count)
                #expect(hours.allSatisfy { $0.key <= $0.values.1 ?? .distantPast })
                keys.append(hours.map(\.key))
            }
            #expect(keys[0] == keys[1])
        }
    }

    @Test func `explanations name the index and the calendar`() throws {
        let store = try Store.inMemory(Card<Indexed>.self, Person.self)
        try store.performChanges { changes in
            for id in 0..<100 {
                try changes.insert(
                    Card<Indexed>(
                        id: id, labels: ["l\(id % 3)"], points: [Int32(id % 5)], assignees: [],
                        created: Date(timeIntervalSinceReferenceDate: Double(id) * 7000), due: nil,
                        weight: id))
            }
        }
        let calendar = Self.calendar("Europe/Oslo")
        let all = Card<Indexed>.all
        let days = try store.explainGroups(all, by: \.created[.day, in: calendar], with: .count)
        #expect(days.indexes == ["created"])
        #expect(days.keys == ["created by day, gregorian, Europe/Oslo"])
        let labels = try store.explainGroups(all, by: \.labels.elements, with: .count)
        // Elements of JSON can have one key and different types.
        #expect(labels.indexes == [] && labels.keys == ["elements of labels"])
        let points = try store.explainGroups(all, by: \.points.elements, with: .count)
        #expect(points.indexes == ["points"])
        let sums = try store.explainGroups(all, by: \.labels.elements, with: .sum(\.weight))
        #expect(sums.indexes == [])
        let some = Card<Indexed>.where { $0.weight > 3 }
        let filtered = try store.explainGroups(some, by: \.labels.elements, with: .count)
        #expect(filtered.indexes == [])
    }

    @Test func `dates without a period and negative limits are errors`() throws {
        for type in [Card<Indexed>.self] {
            let store = try Store.inMemory(type, Person.self)
            try store.performChanges { changes in
                try changes.insert(
                    Card<Indexed>(
                        id: 1, labels: [], points: [], assignees: [],
                        created: Date(timeIntervalSinceReferenceDate: .infinity), due: nil,
                        weight: 1))
            }
            let calendar = Self.calendar("GMT")
            for request in [type.all, type.where { $0.weight == 1 }] {
                let error = storeError {
                    try store.group(request, by: \.created[.day, in: calendar], .count)
                }
                #expect(error?.code == .invalidValue)
                #expect(error?.message.contains("'created' is in no period") == true)
            }
            let error = storeError { try store.group(type.all, by: \.weight, .count, limit: -1) }
            #expect(error?.code == .invalidValue)
        }
    }
}
