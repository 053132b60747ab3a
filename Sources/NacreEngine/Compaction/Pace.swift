internal import Foundation

/// Lets a long work end early, and keeps it from taking the whole disk.
struct Pace {
    /// Asked between frames.
    let isCancelled: () -> Bool
    /// Nil for as fast as can be.
    let bytesPerSecond: Int?
    /// Whether there is no time for that any more; asked while it waits.
    let isHurried: () -> Bool
    /// Called with the bytes gone through since the last call.
    let progress: (Int) -> Void
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let count = Count()

    private final class Count {
        var bytes = 0
    }

    init(
        bytesPerSecond: Int? = nil, isHurried: @escaping () -> Bool = { false },
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (Int) -> Void = { _ in }
    ) {
        self.isCancelled = isCancelled
        self.bytesPerSecond = bytesPerSecond
        self.isHurried = isHurried
        self.progress = progress
        start = clock.now
    }

    /// - Throws: `cancelled`.
    func advance(_ bytes: Int) throws(StoreError) {
        try checkCancellation()
        count.bytes += bytes
        progress(bytes)
        guard let bytesPerSecond else { return }
        let due = start + .seconds(Double(count.bytes) / Double(max(1, bytesPerSecond)))
        while clock.now < due, !isHurried() {
            // In short sleeps, so that a closing store never waits for long.
            Thread.sleep(forTimeInterval: 0.005)
            try checkCancellation()
        }
    }

    private func checkCancellation() throws(StoreError) {
        guard isCancelled() else { return }
        throw StoreError(
            .cancelled, "The work was cancelled before its end. What was done is kept.")
    }
}
