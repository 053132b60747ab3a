internal import Foundation

/// Allows a long operation to be cancelled, and limits its share of the disk's throughput.
struct Pace {
    /// Checked between frames.
    let isCancelled: () -> Bool
    /// The maximum throughput; nil for no limit.
    let bytesPerSecond: Int?
    /// Whether to ignore the limit from now on. Checked during waits.
    let isHurried: () -> Bool
    /// Called with the number of bytes processed since the last call.
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

    /// Counts processed bytes, and sleeps if they exceed the permitted throughput.
    /// - Throws: `cancelled`.
    func advance(_ bytes: Int) throws(StoreError) {
        try checkCancellation()
        count.bytes += bytes
        progress(bytes)
        guard let bytesPerSecond else { return }
        let due = start + .seconds(Double(count.bytes) / Double(max(1, bytesPerSecond)))
        while clock.now < due, !isHurried() {
            // Short sleeps, so that closing the store never waits long.
            Thread.sleep(forTimeInterval: 0.005)
            try checkCancellation()
        }
    }

    private func checkCancellation() throws(StoreError) {
        guard isCancelled() else { return }
        throw StoreError(
            .cancelled, "The work was cancelled before its end. Completed steps are kept.")
    }
}
