internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// Measures the time of opening a store, with its checkpoint and without, in fresh processes.
///
///     openbench make <store> <cities> [<cities after the checkpoint>] [unique] [columnar]
///     openbench crash <new store> <cities> <writes> [relaxed,segments,background,closed]
///     openbench open <store> [log]
///     openbench query <store> <filter> [<sorts> [<limit>]]
///     openbench group <store>
///     openbench references <new store> [indexed]
///     openbench deletions <new stores> [indexed]
///     openbench memory <new store> <objects a commit> [indexed]
///     openbench change <new store> <objects> [savepoints]
///     openbench tree <entries>
///     openbench search <objects> <bytes of each text>
///     openbench path <hot path> <count>
///
/// `open` prints the milliseconds to the open store and to the first fetch by id, the memory of the
/// process then, and the best of ten more openings in the same process; `log` ignores the
/// checkpoint. With `unique`, a second attribute is unique, and there are three indexes: the four
/// additional trees of the performance goals. With `columnar`, some attributes have columns.
///
/// `crash` makes a store with these additional trees and kills itself: the next `open` recovers the
/// store, so measure a copy of it. See ``CrashBenchmark``.
///
/// `query` prints the plan of a query, and the best times of counting and of iterating over its
/// records, a hundred times or for three seconds. `group` does the same with aggregates; it needs a
/// store made with `unique`. The next four make stores of their own, and `tree` none: it measures
/// the tree of an index alone. `search` counts objects whose text contains a word. `path` runs a
/// hot path `count` times and prints nothing: `Tools/instructions` counts its instructions.
@main struct OpenBench {
    static func main() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        let isColumnar = words.last == "columnar"
        if isColumnar { words.removeLast() }
        let isUnique = words.last == "unique"
        if isUnique { words.removeLast() }
        switch (words.first, words.count) {
        case ("make", 3...4):
            guard let count = Int64(words[2]), let tail = Int64(words.count > 3 ? words[3] : "0")
            else { return usage() }
            try make(words[1], count, tail, isUnique: isUnique, isColumnar: isColumnar)
        case ("crash", 4...5):
            guard let count = Int64(words[2]), let way = CrashBenchmark.Way(rawValue: words[3])
            else { return usage() }
            let options = Set(words.count > 4 ? words[4].split(separator: ",") : [])
            try CrashBenchmark.run(words[1], count, way, options)
        case ("open", 2...3): try open(words[1], usingCheckpoint: words.count == 2)
        case ("query", 3...5):
            try query(
                words[1], words[2], sorts: words.count > 3 ? words[3] : "",
                limit: words.count > 4 ? Int(words[4]) : nil)
        case ("group", 2): try group(words[1])
        case ("references", 2...3):
            try ReferenceBenchmark.run(words[1], isIndexed: words.count == 3, best)
        case ("deletions", 2...3):
            try DeletionBenchmark.run(words[1], isIndexed: words.count == 3, best)
        case ("memory", 3...4):
            guard let part = Int64(words[2]), part > 0 else { return usage() }
            try MemoryBenchmark.run(
                words[1], objectsPerCommit: part, isIndexed: words.count == 4)
        case ("change", 3...4):
            guard let count = Int64(words[2]), count > 0 else { return usage() }
            try ChangeMemoryBenchmark.run(words[1], count: count, usesSavepoints: words.count == 4)
        case ("tree", 2):
            guard let count = Int(words[1]), count > 0 else { return usage() }
            TreeBenchmark.run(count)
        case ("search", 3):
            guard let count = Int(words[1]), let length = Int(words[2]), count > 0, length > 0
            else { return usage() }
            try SearchBenchmark.run(count, length: length)
        case ("path", 3):
            guard let path = HotPath(rawValue: words[1]), let count = Int(words[2]) else {
                return usage()
            }
            try path.run(count)
        default: usage()
        }
    }

    private static func usage() {
        print("openbench make <store> <cities> [<more>] [unique] [columnar]")
        print("openbench crash <new store> <cities> <writes> [relaxed,segments,background,closed]")
        print("writes: \(CrashBenchmark.Way.allCases.map(\.rawValue).joined(separator: " "))")
        print("openbench open <store> [log]")
        print("openbench query <store> <filter> [<sorts> [<limit>]] | openbench group <store>")
        print("openbench references <new store> [indexed]")
        print("openbench deletions <new stores> [indexed]")
        print("openbench memory <new store> <objects a commit> [indexed]")
        print("openbench change <new store> <objects> [savepoints]")
        print("openbench tree <entries> | openbench search <objects> <bytes of each text>")
        print("openbench path <hot path> <count>")
        print("hot paths: \(HotPath.allCases.map(\.rawValue).joined(separator: " "))")
    }

    private static func make(
        _ path: String, _ count: Int64, _ tail: Int64, isUnique: Bool, isColumnar: Bool
    ) throws {
        let store = try Database(at: path, options: .creating)
        try store.performChanges { changes in
            try changes.define(
                "City",
                attributes: BenchCity.attributes(isUnique: isUnique, isColumnar: isColumnar),
                id: "id", indexes: isUnique ? BenchCity.indexes : [])
        }
        func insert(_ numbers: Range<Int64>) throws {
            for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 10_000) {
                try store.performChanges { changes in
                    for number in start..<min(start + 10_000, numbers.upperBound) {
                        try changes.insert(BenchCity.values(number), into: "City")
                    }
                }
            }
        }
        try insert(0..<count)
        let start = ContinuousClock.now
        try store.checkpoint()
        print("checkpoint written in \(milliseconds(since: start)) ms")
        try insert(count..<count + tail)
        try store.close()
        var log = 0
        var checkpoint = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let size = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.size]
            if FileName.segmentNumber(name) != nil { log += size as? Int ?? 0 }
            if FileName.checkpointNumber(name) != nil { checkpoint += size as? Int ?? 0 }
        }
        let objects = Double(count + tail)
        print("bytes an entity: log \(Double(log) / objects)")
        print("bytes an entity: checkpoint \(Double(checkpoint) / Double(count))")
    }

    private static func open(_ path: String, usingCheckpoint: Bool) throws {
        var options = Database.Options()
        options.usesCheckpoint = usingCheckpoint
        let (opened, fetched) = try openOnce(path, options)
        print("open \(opened) ms, first fetch \(fetched) ms, \(memory())")
        let again = try (0..<10).map { _ in try openOnce(path, options).fetched }
        print("best of ten more: \(again.min() ?? 0) ms")
    }

    private static func openOnce(
        _ path: String, _ options: Database.Options
    ) throws -> (opened: Double, fetched: Double) {
        let start = ContinuousClock.now
        let store = try Database(at: path, options: options)
        let opened = milliseconds(since: start)
        let snapshot = try store.snapshot()
        let count = try snapshot.count("City")
        let found = try snapshot.find(.int(Int64(count / 2)), in: "City")
        let fetched = milliseconds(since: start)
        if found == nil { print("not found") }
        if let problem = store.checkpointProblem { print(problem) }
        try store.close()
        return (opened, fetched)
    }

    private static func query(
        _ path: String, _ filter: String, sorts: String, limit: Int?
    ) throws {
        let store = try Database(at: path, options: Database.Options())
        let snapshot = try store.snapshot()
        let schema = try snapshot.definition("City").schema
        let query = Query(
            entity: "City", filter: try FilterParser.parse(filter, schema: schema),
            sorts: sorts.isEmpty ? [] : try SortTerm.parse(sorts, schema: schema), limit: limit)
        var found = 0
        let passed = try best {
            found = 0
            try snapshot.forEachRecord(query) { _ in
                found += 1
                return true
            }
        }
        let counted = try best { _ = try snapshot.count(query) }
        print("\(found) found in \(passed) ms, counted in \(counted) ms")
        print(try snapshot.explain(query))
        try store.close()
    }

    /// Measures the count and sum of the population by country, and aggregates that indexes answer
    /// alone.
    private static func group(_ path: String) throws {
        let store = try Database(at: path, options: Database.Options())
        let snapshot = try store.snapshot()
        let all = Query(entity: "City")
        let grouping = Grouping(all, by: ["country"], [.count, .sum("population")])
        let grouped = try best { _ = try snapshot.groups(grouping) }
        let summed = try best { _ = try snapshot.aggregate([.sum("population")], all) }
        let extremes = try best {
            _ = try snapshot.aggregate([.count, .min("population"), .max("population")], all)
        }
        let distinct = try best { _ = try snapshot.distinct("country", all) }
        let ranked = try best {
            _ = try snapshot.rank(of: .int(1_000_000), by: "population", in: "City")
            _ = try snapshot.percentile(0.5, of: "population", in: "City")
        }
        print("by country \(grouped) ms, sum \(summed) ms, count, min and max \(extremes) ms")
        print("distinct \(distinct) ms, rank and percentile \(ranked) ms")
        try store.close()
    }

    static func best(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        var best = Double.infinity
        for _ in 0..<100 where ContinuousClock.now - start < .seconds(3) {
            let begun = ContinuousClock.now
            try body()
            best = min(best, milliseconds(since: begun))
        }
        return best
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        let microseconds = (ContinuousClock.now - start) / .microseconds(1)
        return microseconds.rounded() / 1000
    }

    /// Returns the memory of the process, as far as the system reports it.
    private static func memory() -> String {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let lines = status.split(separator: "\n").filter {
            $0.hasPrefix("RssAnon") || $0.hasPrefix("RssFile")
        }
        return lines.joined(separator: ", ").replacingOccurrences(of: "\t", with: " ")
    }
}
