internal import Foundation
internal import NacreTestSupport

/// The seeds that were tried without a failure, and the sums, kept in a file between runs.
struct Progress: Codable {
    /// The finished ranges, ascending, with gaps between them.
    private(set) var finished: [Range<UInt64>] = []
    private(set) var figures = SimulationFigures()

    init() {}

    init(contentsOf path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        self = try JSONDecoder().decode(
            Progress.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    func write(to path: String) throws {
        try JSONEncoder().encode(self).write(
            to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// Returns whether all seeds of a range were tried.
    func covers(_ range: Range<UInt64>) -> Bool {
        range.isEmpty || finished.contains { $0.clamped(to: range) == range }
    }

    var text: String {
        finished.map { "\($0.lowerBound)..<\($0.upperBound)" }.joined(separator: ", ")
    }

    mutating func add(_ seeds: [UInt64], _ sums: SimulationFigures) {
        var ranges = finished + seeds.map { $0..<$0 + 1 }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        finished = []
        for range in ranges {
            if let last = finished.last, range.lowerBound <= last.upperBound {
                finished[finished.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                finished.append(range)
            }
        }
        figures += sums
    }
}
