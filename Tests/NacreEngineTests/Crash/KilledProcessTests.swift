import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A real process on the real file system, killed with signal 9 while it commits: every commit that
/// it acknowledged is there, and no commit is incomplete.
@Suite struct KilledProcessTests {
    /// Commits `count` times, records each commit in a file of its own, and then is killed in the
    /// middle of a commit, some parts of which are already in the file.
    static func commitAndDie(_ path: String, after count: Int) throws {
        let store = try Database(at: path, options: .creating)
        if try store.snapshot().commit == CommitNumber(0) {
            try store.performChanges { try CityEntity.define(in: $0) }
        }
        for _ in 0..<count {
            let number = try store.snapshot().commit.rawValue + 1
            try store.performChanges { changes in
                for id in 0..<5 {
                    try changes.save(
                        CityEntity.values(Int64(id), "\(number)"), in: CityEntity.name)
                }
            }
            try Data("\(number)".utf8).write(to: URL(fileURLWithPath: path + ".acknowledged"))
        }
        try store.performChanges { changes in
            for id in 0..<40 {
                let long = String(long: "x", count: 30_000)
                try changes.save(CityEntity.values(Int64(id), long), in: CityEntity.name)
            }
            kill(getpid(), SIGKILL)
        }
    }

    @Test func `a killed process loses no acknowledged commit and leaves no partial one`()
        async throws
    {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        defer {
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.removeItem(atPath: path + ".acknowledged")
        }
        for round in 0..<Scale.count(4) {
            let count = round * 7 % 11
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, count = count as Int] in
                try KilledProcessTests.commitAndDie(path, after: count)
            }
            let file = URL(fileURLWithPath: path + ".acknowledged")
            let acknowledged = (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int($0) }
            let store = try Database(at: path)
            let commit = Int(try store.snapshot().commit.rawValue)
            #expect(commit >= acknowledged ?? 0)
            #expect(store.recovery != nil, "the killed writer did not close the store")
            var names: Set<Value> = []
            try store.snapshot().forEach(in: CityEntity.name) { city in
                names.insert(city["name"])
                return true
            }
            #expect(names == (commit > 1 ? [.string("\(commit)")] : []))
            #expect(try IntegrityChecker(path: path).run().isSound)
            try store.close()
        }
    }
}
