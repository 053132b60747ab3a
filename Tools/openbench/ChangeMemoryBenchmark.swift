internal import Foundation
internal import NacreEngine

/// The peak memory of one change that inserts cities with five trees: at once, or each within a
/// savepoint of its own. A fresh process shows the difference.
enum ChangeMemoryBenchmark {
    static func run(_ path: String, count: Int64, usesSavepoints: Bool) throws {
        let store = try Database(at: path, options: .creating)
        try store.performChanges { changes in
            try changes.define(
                BenchCity.name, attributes: BenchCity.attributes(isUnique: true), id: "id",
                indexes: BenchCity.indexes)
        }
        let before = try peak()
        let start = ContinuousClock.now
        try store.performChanges { changes in
            for number in 0..<count {
                let values = BenchCity.values(number)
                if usesSavepoints {
                    try changes.savepoint { _ = try changes.insert(values, into: BenchCity.name) }
                } else {
                    try changes.insert(values, into: BenchCity.name)
                }
            }
        }
        let nanoseconds = (ContinuousClock.now - start) / .nanoseconds(count)
        print(
            "\(nanoseconds) ns an object; peak memory grew by \(try peak() - before) KB;"
                + " nodes \(try store.nodeMemory() / 1024) KB")
        try store.close()
    }

    /// Returns the peak memory of the process so far, in KB.
    private static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
        return line.split { !$0.isNumber }.last.flatMap { Int($0) } ?? 0
    }
}
