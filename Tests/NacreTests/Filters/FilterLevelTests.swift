import Foundation
import Nacre
import NacreTestSupport
import Testing

/// One limit of levels for all ways to pass a filter.
@Suite struct FilterLevelTests {
    /// Makes a filter whose text also has parentheses.
    private static func negated(_ count: Int) -> Filter<Gauge> {
        var filter = Filter<Gauge> { $0.day == 1 }
        for _ in 0..<count { filter = !filter }
        return filter
    }

    @Test func `a filter can be encoded if and only if it can be evaluated`() throws {
        let store = try Store.inMemory(Gauge.self, Station.self)
        let most = Self.negated(63)
        #expect(try store.count(Gauge.where(most)) == 0)
        let sent = try JSONEncoder().encode(most)
        #expect(try JSONDecoder().decode(Filter<Gauge>.self, from: sent) == most)
        for count in [64, 129, 500] {
            let filter = Self.negated(count)
            #expect(storeError { try store.count(Gauge.where(filter)) }?.code == .invalidValue)
            #expect(throws: EncodingError.self) { try JSONEncoder().encode(filter) }
            #expect(throws: EncodingError.self) { try JSONEncoder().encode(Gauge.where(filter)) }
        }
    }

    @Test func `a predicate has the same limit`() throws {
        let predicate = #Predicate<Gauge> { !(!(!($0.day == 1 && !($0.hour == 2)))) }
        let filter = try Filter(predicate)
        let store = try Store.inMemory(Gauge.self, Station.self)
        #expect(try store.count(Gauge.where(filter)) == 0)
        let sent = try JSONEncoder().encode(filter)
        #expect(try JSONDecoder().decode(Filter<Gauge>.self, from: sent) == filter)
    }
}
