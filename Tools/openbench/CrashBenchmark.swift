internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// Makes a store whose writer is killed, so that the next opening recovers it. It has five trees.
enum CrashBenchmark {
    /// The writes before the end.
    enum Way: String, CaseIterable {
        /// All objects, a thousand in a commit.
        case thousands
        /// The same, then half of the objects are updated, a thousand in a commit.
        case updated
        /// All objects in one commit.
        case one
        /// Half of the objects before a checkpoint, half of them after it.
        case behind
        /// All objects before a checkpoint, half of which are updated after it.
        case changed
    }

    /// Returns the options of a run.
    /// - Parameter words: `relaxed`: commits are not synced. `segments`: of 4 MiB each.
    ///   `background`: with the usual maintenance. `closed`: the store is closed, not killed.
    private static func options(_ words: Set<Substring>) -> Database.Options {
        var options = Database.Options.creating
        if words.contains("relaxed") { options.durability = .onClose }
        if words.contains("segments") { options.segmentSizeNominal = 4 << 20 }
        if words.contains("background") { options.maintenance = .background }
        return options
    }

    static func run(_ path: String, _ count: Int64, _ way: Way, _ words: Set<Substring>) throws {
        let store = try Database(at: path, options: options(words))
        try store.performChanges { changes in
            try changes.define(
                BenchCity.name, attributes: BenchCity.attributes(isUnique: true), id: "id",
                indexes: BenchCity.indexes)
        }
        let size: Int64 = way == .one ? count : 1000
        switch way {
        case .thousands, .one: try insert(0..<count, by: size, into: store)
        case .updated:
            try insert(0..<count, by: size, into: store)
            try update(0..<count / 2, in: store)
        case .behind:
            try insert(0..<count / 2, by: size, into: store)
            try store.checkpoint()
            try insert(count / 2..<count, by: size, into: store)
        case .changed:
            try insert(0..<count, by: size, into: store)
            try store.checkpoint()
            try update(0..<count / 2, in: store)
        }
        if words.contains("closed") { return try store.close() }
        kill(getpid(), SIGKILL)
    }

    private static func insert(
        _ numbers: Range<Int64>, by size: Int64, into store: Database
    ) throws {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Int(size)) {
            try store.performChanges { changes in
                for number in start..<min(start + size, numbers.upperBound) {
                    try changes.insert(BenchCity.values(number), into: BenchCity.name)
                }
            }
        }
    }

    /// Updates every second object, so that the rows and keys are not neighbours.
    private static func update(_ places: Range<Int64>, in store: Database) throws {
        for start in stride(from: places.lowerBound, to: places.upperBound, by: 1000) {
            try store.performChanges { changes in
                for place in start..<min(start + 1000, places.upperBound) {
                    var values = BenchCity.values(2 * place)
                    values[4] = .int(place % 5_000_001)
                    try changes.update(values, of: BenchCity.name)
                }
            }
        }
    }
}
