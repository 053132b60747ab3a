import Foundation
import Synchronization

/// One thread reads while another one writes, relaxed, as fast as either can. There are two rows:
/// the duration of a read, and of a write.
struct ReadBesideWriter: Workload {
    enum Side {
        case reader, writer
    }

    let side: Side

    var row: TableRow {
        switch side {
        case .reader: TableRow(name: "W15", title: "read by id beside a writer", target: 833)
        case .writer:
            TableRow(
                name: "W15w", title: "update beside a reader, relaxed", target: 3500,
                bareWrites: BareWrites(
                    size: BareWrites.citySize + BareWrites.commitSize, count: 20_000,
                    syncs: .none))
        }
    }

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        try Workspace.withCopy(of: settings.directory) { copy in
            let peer = try Store(at: copy, isDurable: false)
            let reader = try Companion(peer.makeReader(), settings.cities)
            var random = SplitMix(seed: 15)
            var writes = 0
            try measurement.addBareWrites(row, in: copy)
            reader.begin()
            let lap = try Lap {
                let end = ContinuousClock.now + .seconds(5 * settings.seconds)
                while ContinuousClock.now < end {
                    let steps = (0..<10).map { _ in
                        Step.grow(settings.cities.id(random.next(below: settings.cities.count)))
                    }
                    var tally = Tally(isThorough: false)
                    try peer.readOrGrow(steps, &tally)
                    writes += steps.count
                }
            }
            let reads = try reader.end()
            measurement.add([lap], operations: side == .reader ? reads : writes)
            measurement.addMemory()
            try peer.close()
        }
        return measurement
    }
}

/// A thread that reads until it is stopped.
private final class Companion: Sendable {
    private struct State {
        var reads = 0
        var failure: (any Error)?
    }

    private let reader: any CityReader
    private let cities: Cities
    private let isStopped = Atomic(false)
    private let state = Mutex(State())
    private let hasBegun = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ reader: any CityReader, _ cities: Cities) {
        self.reader = reader
        self.cities = cities
    }

    func begin() {
        Thread.detachNewThread { self.read() }
        hasBegun.wait()
    }

    private func read() {
        var random = SplitMix(seed: 16)
        var reads = 0
        hasBegun.signal()
        do {
            while !isStopped.load(ordering: .relaxed) {
                let id = cities.id(random.next(below: cities.count))
                guard try reader.find(id) != nil else {
                    throw RunFailure(what: "City \(id) is gone.")
                }
                reads += 1
            }
        } catch {
            state.withLock { $0.failure = error }
        }
        state.withLock { $0.reads = reads }
        hasEnded.signal()
    }

    /// - Returns: The number of objects it has read.
    func end() throws -> Int {
        isStopped.store(true, ordering: .relaxed)
        hasEnded.wait()
        let state = state.withLock { $0 }
        if let failure = state.failure { throw failure }
        return max(1, state.reads)
    }
}
