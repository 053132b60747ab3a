import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Sums of money and other exact numbers: their order is the numbers'.
@Suite struct DecimalOrderTests {
    private struct Price: Entity, Hashable {
        let id: Int
        var amount: Decimal
        var indexed: Decimal
        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("amount", \.amount, .columnar),
            Attribute("indexed", \.indexed, .indexed))
    }

    /// Amounts of up to 38 digits and of very different sizes, many of which differ only in the
    /// last digit.
    private static let amounts: Generator<Decimal> = {
        let digits = Generator<[Int]>.array(of: .integer(in: 0...9), count: 0...38)
        let exponent = Generator<Int>.frequency([
            (3, .integer(in: -40...2)), (1, .integer(in: -120...120)),
        ])
        return Generator<([Int], Int, Bool)>.tuple(digits, exponent, .bool())
            .map { digits, exponent, isNegative in
                let text = (isNegative ? "-" : "") + "0" + digits.map(String.init).joined()
                return Decimal(string: "\(text)e\(exponent)") ?? 0
            }
    }()

    @Test func `sorts and filters of decimals equal those of the numbers`() {
        property("amounts", runs: 60, .array(of: Self.amounts, count: 2...12)) { amounts in
            let store = try Store.inMemory(Price.self)
            try store.performChanges { changes in
                for (id, amount) in amounts.enumerated() {
                    try changes.insert(Price(id: id, amount: amount, indexed: amount))
                }
            }
            let sorted = amounts.sorted()
            try requireEqual(
                try store.fetch(\.amount, Price.all.sorted(\.amount.ascending)), sorted)
            try requireEqual(
                try store.fetch(\.indexed, Price.all.sorted(\.indexed.ascending)), sorted)
            for bound in amounts {
                let less = amounts.filter { $0 < bound }.count
                try requireEqual(try store.count(Price.where { $0.amount < bound }), less)
                try requireEqual(try store.count(Price.where { $0.indexed < bound }), less)
                let equal = amounts.filter { $0 == bound }.count
                try requireEqual(try store.count(Price.where { $0.indexed == bound }), equal)
            }
        }
    }

    @Test func `decimals that differ in the last of 38 digits are distinct`() throws {
        let text = "12345678901234567890123456789012345678"
        let first = try #require(Decimal(string: text))
        let second = first + 1
        let store = try Store.inMemory(Price.self)
        try store.performChanges { changes in
            try changes.insert(Price(id: 1, amount: second, indexed: second))
            try changes.insert(Price(id: 2, amount: first, indexed: first))
        }
        #expect(try store.fetch(\.id, Price.all.sorted(\.indexed.ascending)) == [2, 1])
        #expect(try store.fetch(\.id, Price.where { $0.amount > first }) == [1])
        #expect(try store.fetch(\.amount, Price.all) == [second, first])
    }
}
