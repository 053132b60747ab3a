internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// The memory of an index: four million objects are inserted with keys in no order, in commits of a
/// given size. The difference of two runs, with the index and without, is the index. Memory is
/// allocated in pages of 2 MiB, so the result is precise to half a byte per object.
enum MemoryBenchmark {
    private static let count: Int64 = 4_000_000

    static func run(_ path: String, objectsPerCommit: Int64, isIndexed: Bool) throws {
        var options = Database.Options.creating
        options.durability = .onClose
        options.maintenance = .background
        let store = try Database(at: path, options: options)
        try store.performChanges { changes in
            _ = try changes.define(
                "Thing",
                attributes: [
                    AttributeSchema(
                        id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                    AttributeSchema(
                        id: AttributeID(2), name: "key", type: .scalar(.int64), isNullable: false),
                ], id: "id", indexes: isIndexed ? [["key"]] : [])
        }
        var random = SystemRandomNumberGenerator()
        let start = ContinuousClock.now
        for first in stride(from: 0, to: count, by: Int(objectsPerCommit)) {
            try store.performChanges { changes in
                for id in first..<min(first + objectsPerCommit, count) {
                    let key = Int64(truncatingIfNeeded: random.next() as UInt64)
                    try changes.insert([.int(id), .int(key)], into: "Thing")
                }
            }
        }
        let nanoseconds = (ContinuousClock.now - start) / .nanoseconds(count)
        let left = (try memory(), try store.nodeMemory())
        // Once the store is quiet, memory left free by large commits is given back.
        Thread.sleep(forTimeInterval: 5)
        let quiet = (try memory(), try store.nodeMemory())
        let bytes = [left.0, left.1, quiet.0, quiet.1].map { Double($0) / Double(count) }
        print(
            "\(nanoseconds) ns and \(bytes[0]) bytes an object, \(bytes[1]) of them nodes; quiet,"
                + " \(bytes[2]) and \(bytes[3])")
        try store.close()
    }

    /// Returns the memory of the process, in bytes.
    private static func memory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let memory = status.split(separator: "\n").first { $0.hasPrefix("RssAnon") } ?? ""
        let kilobytes = memory.split { !$0.isNumber }.last.flatMap { Int($0) } ?? 0
        return kilobytes * 1024
    }
}
