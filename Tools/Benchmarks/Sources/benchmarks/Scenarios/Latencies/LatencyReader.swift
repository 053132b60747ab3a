import Foundation
import Synchronization

/// A thread that reads cities by random ids and measures each call.
final class LatencyReader: Sendable {
    private let reader: any CityReader
    private let cities: Cities
    private let count: Int
    private let isFinished = Atomic(false)
    private let result = Mutex<Result<[Double], any Error>?>(nil)

    /// - Parameter count: The number of calls.
    init(_ reader: any CityReader, _ cities: Cities, count: Int) {
        self.reader = reader
        self.cities = cities
        self.count = count
    }

    func begin() {
        Thread.detachNewThread {
            let result = Result { try self.read() }
            self.result.withLock { $0 = result }
            self.isFinished.store(true, ordering: .releasing)
        }
    }

    var hasEnded: Bool { isFinished.load(ordering: .acquiring) }

    /// Returns the percentiles after the thread has ended.
    func percentiles() throws -> [Double] {
        guard let result = result.withLock({ $0 }) else {
            throw RunFailure(what: "The reader is still at work.")
        }
        return try result.get()
    }

    private func read() throws -> [Double] {
        var random = SplitMix(seed: 16)
        var percentiles = Percentiles(capacity: count)
        for _ in 0..<count {
            let id = cities.id(random.next(below: cities.count))
            try percentiles.add {
                guard try reader.find(id) != nil else {
                    throw RunFailure(what: "City \(id) is gone.")
                }
            }
        }
        return percentiles.values
    }
}
