import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Sums, averages, extremes and groups agree with Swift's, whatever the type of the attribute.
@Suite struct AggregateTests {
    private static func objects<Owner: SampledEntity>(_ type: Owner.Type) -> Generator<[Owner]> {
        Generator { choices throws(Rejection) in
            var objects: [Owner] = []
            let count = try choices.draw(Generator<Int>.integer(in: 0...12))
            for id in 0..<count { objects.append(try Owner.sample(id: id, from: &choices)) }
            return objects
        }
    }

    @Test func `V33 sums of integers are exact or errors, and averages equal those of Double`() {
        property("sums of integers", runs: 60, Self.objects(Numbers.self)) { objects in
            let store = try Store.inMemory(Numbers.self)
            try store.performChanges { try $0.insert(contentsOf: objects) }
            func check<Value: Summable>(
                _ field: KeyPath<Numbers.Fields, Field<Numbers, Value>>, _ values: [Value.Sum]
            ) throws where Value.Sum: FixedWidthInteger, Value.Average == Double {
                let sum = values.reduce(Int128(0)) { $0 + Int128($1) }
                let found = Result { () throws(StoreError) in try store.sum(field, Numbers.all) }
                if let exact = Value.Sum(exactly: sum) {
                    try requireEqual(try found.get(), exact)
                } else {
                    try requireEqual(storeError { try found.get() }?.code, .invalidValue)
                }
                let average = values.isEmpty ? nil : Double(sum) / Double(values.count)
                try requireEqual(try store.average(field, Numbers.all), average)
            }
            try check(\.int8, objects.map { Int64($0.int8) })
            try check(\.maybeInt16, objects.compactMap { $0.maybeInt16.map { Int64($0) } })
            try check(\.int32, objects.map { Int64($0.int32) })
            try check(\.maybeInt64, objects.compactMap(\.maybeInt64))
            try check(\.int, objects.map(\.int))
            try check(\.uint8, objects.map { UInt64($0.uint8) })
            try check(\.uint16, objects.map { UInt64($0.uint16) })
            try check(\.maybeUInt32, objects.compactMap { $0.maybeUInt32.map { UInt64($0) } })
            try check(\.uint64, objects.map(\.uint64))
            try check(\.maybeUInt, objects.compactMap(\.maybeUInt))
            let doubles = try store.sum(\.double, Numbers.all)
            try require(Self.areSame(doubles, objects.map(\.double).reduce(0, +)), "\(doubles)")
        }
    }

    @Test func `V33 the least and the greatest value equal Swift's`() {
        property("extremes", runs: 60, Self.objects(Things.self)) { objects in
            let store = try Store.inMemory(Things.self)
            try store.performChanges { try $0.insert(contentsOf: objects) }
            let some = Things.where { $0.bool == true }
            let chosen = objects.filter(\.bool)
            try requireEqual(
                try store.min(\.string, some), chosen.map(\.string).min(by: String.isBefore))
            try requireEqual(
                try store.max(\.maybeString, some),
                chosen.compactMap(\.maybeString).max(by: String.isBefore))
            try requireEqual(try store.min(\.money, some), chosen.map(\.money).min())
            try requireEqual(
                try store.max(\.maybeMoney, some), chosen.compactMap(\.maybeMoney).max())
            try requireEqual(try store.max(\.decimal, some), chosen.map(\.decimal).max())
            try requireEqual(try store.min(\.rank, some), chosen.map(\.rank).min())
            try requireEqual(
                try store.max(\.maybeUUID, some), chosen.compactMap(\.maybeUUID).max())
            let sum = chosen.map(\.decimal).reduce(0, +)
            if !sum.isNaN, chosen.allSatisfy({ $0.decimal.exponent == 0 }) {
                try requireEqual(try store.sum(\.decimal, some), sum)
            }
        }
    }

    @Test func `V33 groups and distinct values equal those of a dictionary`() {
        property("groups", runs: 60, Self.objects(Things.self)) { objects in
            let store = try Store.inMemory(Things.self)
            try store.performChanges { changes in
                try changes.insert(contentsOf: objects)
                let bools = try changes.distinct(\.bool, Things.all)
                try requireEqual(Set(bools), Set(objects.map(\.bool)))
            }
            let byRank = Dictionary(grouping: objects, by: \.maybeRank)
            let groups = try store.group(
                Things.all, by: \.maybeRank, .count, .max(\.string), .min(\.maybeDate))
            try requireEqual(groups.map(\.key), byRank.keys.sorted(by: Rank?.isBefore))
            for (rank, (count, longest, first)) in groups {
                let members = byRank[rank] ?? []
                try requireEqual(count, members.count)
                try requireEqual(longest, members.map(\.string).max(by: String.isBefore))
                try requireEqual(first, members.compactMap(\.maybeDate).min())
            }
            let many = try store.group(Things.all, by: \.string, .count) { name, count in
                count > 1 && !name.isEmpty
            }
            let expected = Dictionary(grouping: objects, by: \.string)
                .filter { $1.count > 1 && !$0.isEmpty }
            try requireEqual(many.map(\.key), expected.keys.sorted(by: String.isBefore))
            try requireEqual(many.map(\.values), many.map { expected[$0.key]?.count ?? 0 })
            try requireEqual(
                try store.distinct(\.maybeString, Things.all),
                Set(objects.map(\.maybeString)).sorted(by: String?.isBefore))
            let both = try store.group(Things.all, by: \.bool, \.colour, .count)
            try requireEqual(both.map(\.values).reduce(0, +), objects.count)
            for ((bool, colour), count) in both {
                let members = objects.filter { $0.bool == bool && $0.colour == colour }
                try requireEqual(count, members.count)
            }
        }
    }

    @Test func `V33 groups by several attributes are filtered by their keys and values`() {
        property("having", runs: 60, Self.objects(Things.self)) { objects in
            let store = try Store.inMemory(Things.self)
            try store.performChanges { try $0.insert(contentsOf: objects) }
            func expected(
                by key: (Things) -> String, _ isWanted: (Things, [Things]) -> Bool
            ) -> [String: Int] {
                Dictionary(grouping: objects, by: key).filter { isWanted($1[0], $1) }
                    .mapValues(\.count)
            }
            let three = try store.group(
                Things.all, by: \.bool, \.maybeRank, \.colour, with: .count, .max(\.string)
            ) { $0.key.0 && $0.key.1 == nil || $0.values.0 > 1 || $0.values.1 == "" }
            try requireEqual(
                Dictionary(uniqueKeysWithValues: three.map { ("\($0.key)", $0.values.0) }),
                expected(by: { "\(($0.bool, $0.maybeRank, $0.colour))" }) { key, members in
                    key.bool && key.maybeRank == nil || members.count > 1
                        || members.map(\.string).max(by: String.isBefore) == ""
                })
            let four = try store.group(
                Things.all, by: \.bool, \.maybeRank, \.colour, \.id, with: .count
            ) { group in
                let (bool, _, _, id) = group.key
                return bool && id % 2 == 0 && group.values == 1
            }
            try requireEqual(
                Set(four.map(\.key.3)),
                Set(objects.filter { $0.bool && $0.id % 2 == 0 }.map(\.id)))
            let one = try store.group(Things.all, by: \.bool, with: .count) {
                $0.key && $0.values > 2
            }
            let dated = try store.group(
                Things.all, by: \.maybeRank, with: .max(\.maybeDate)
            ) { group in
                let (rank, date) = (group.key, group.values)
                return rank != nil && date == nil
            }
            let undated = Dictionary(grouping: objects.filter { $0.maybeRank != nil }) {
                $0.maybeRank
            }.filter { $1.compactMap(\.maybeDate).max() == nil }
            try requireEqual(Set(dated.map(\.key)), Set(undated.keys))
            let trueCount = objects.count { $0.bool }
            try requireEqual(one.map(\.values), trueCount > 2 ? [trueCount] : [])
        }
    }

    @Test func `fields of embedded structs can be summed, and nil adds nothing`() throws {
        let store = try Store.inMemory(Links.self)
        let links = try Generator<[Links]> { choices throws(Rejection) in
            var links: [Links] = []
            for id in 0..<12 { links.append(try Links.sample(id: id, from: &choices)) }
            return links
        }.value(seed: 5)
        try store.performChanges { try $0.insert(contentsOf: links) }
        let latitudes = links.map(\.place.position.latitude)
        let sum = try store.sum(\.place.position.latitude, Links.all)
        #expect(Self.areSame(sum, latitudes.reduce(0, +)))
        let inside = links.compactMap { $0.maybePlace?.position.latitude }.filter { !$0.isNaN }
        #expect(try store.max(\.maybePlace.position.latitude, Links.all) == inside.max())
    }

    /// Returns whether two sums are equal. The processor decides which NaN a sum gives.
    private static func areSame(_ first: Double, _ second: Double) -> Bool {
        first == second || first.isNaN && second.isNaN
    }
}
