import Foundation
import NacreCLI
import NacreEngine
import NacreExchangeCore
import NacreFormat
import NacreTestSupport
import Testing

/// A new store that was loaded from a dump with history.
enum HistoryCopy {
    static func dump(_ database: Database) throws -> String {
        var bytes: [UInt8] = []
        try HistoryDumper(database.keptHistory(), write: { bytes += $0 }).run()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Loads a dump as the tool does, closes the store and opens it again.
    static func load(_ dump: String) throws -> TestStore {
        let store = try TestStore { $0.durability = .onClose }
        try withTemporaryFile(dump.utf8) { path in
            var loader = Loader(try ByteSource(path: path))
            try loader.checkBeginning()
            try require(loader.hasHistory, "the dump has a history")
            _ = try loader.runHistory(into: store.database)
        }
        try store.reopen()
        return store
    }

    /// Returns the message of the error that a load ends with, with the line.
    static func error(_ dump: String) -> String? {
        do {
            _ = try load(dump)
            return nil
        } catch let error as ImportError {
            return (error.line.map { "\($0): " } ?? "") + error.message
        } catch {
            return "\(error)"
        }
    }
}

/// Expects that the independent reader finds no fault in the files of a store.
func expectSound(
    _ files: [String: [UInt8]], sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try IndependentReader.withFiles(files) { path in
        let result = try IndependentReader.run("--check", path)
        #expect(
            result.status == 0, "\(result.output)\(result.errors)", sourceLocation: sourceLocation)
    }
}

/// Compares two stores in everything that a dump with history keeps.
struct HistoryComparison {
    let original: Database
    let copy: Database

    func run() throws {
        try compareSettings()
        try compareStates()
        try compareCommits()
        try compareRevisions()
        try compareDumps()
    }

    /// Compares the dumps of both. At commits at which the state of an entity is written in full,
    /// an object may or may not be among the lines if it only changed its row.
    private func compareDumps() throws {
        var joining = Set(try original.historySettings().marks.map(\.commit))
        for schema in try entities {
            joining.insert(try original.horizon(of: schema.number).commit.rawValue)
        }
        let dumps = try [original, copy].map { try Self.blocks(HistoryCopy.dump($0), joining) }
        try requireEqual(dumps[1], dumps[0], "dump")
    }

    /// Returns the lines of a dump with history, sorted within each commit, and without the numbers
    /// of entities, which differ.
    /// - Parameter joining: Commits of which only the first line is returned.
    private static func blocks(_ dump: String, _ joining: Set<UInt64>) -> [[String]] {
        var blocks: [[String]] = [[]]
        var isShort = false
        for line in dump.split(separator: "\n") {
            if let commit = line.firstMatch(of: /^{"commit":{"number":([0-9]+),/)?.1 {
                isShort = UInt64(commit).map(joining.contains) ?? false
                blocks.append([String(line)])
            } else if !isShort {
                let isSchema = line.hasPrefix("{\"schema\"")
                let text = isSchema ? line.replacing(/"number":[0-9]+/, with: "") : line
                blocks[blocks.count - 1].append(String(text))
            }
        }
        return blocks.map { $0.sorted() }
    }

    private var entities: [StoredSchema] {
        get throws { try original.snapshot().catalog.all.map(\.schema).filter { !$0.isOwn } }
    }

    private func compareSettings() throws {
        let (first, second) = (try original.historySettings(), try copy.historySettings())
        try requireEqual(second.policy, first.policy, "policy")
        try requireEqual(second.marks, first.marks, "marks")
        try requireEqual(try copy.horizon().commit, original.horizon().commit, "horizon")
        for schema in try entities {
            let number = try copy.snapshot().schema(of: schema.name).number
            try requireEqual(
                second.policy(of: number), first.policy(of: schema.number), "policy of an entity")
            let (old, new) = (
                try original.horizon(of: schema.number), try copy.horizon(of: number)
            )
            try requireEqual(new.commit, old.commit, "horizon of \(schema.name)")
            try requireEqual(new.time, old.time, "time of the horizon of \(schema.name)")
        }
    }

    private func contents(
        _ database: Database, _ commit: UInt64
    ) throws -> [String: [Value: [Value]]]? {
        do {
            let state = try database.snapshot(at: CommitNumber(commit))
            return try TestStore.contents(of: state)
        } catch let error as StoreError where error.code == .historyGone {
            return nil
        }
    }

    private func compareStates() throws {
        let newest = try original.snapshot().commit
        try requireEqual(try copy.snapshot().commit, newest, "newest commit")
        for commit in 0...newest.rawValue {
            let (old, new) = (try contents(original, commit), try contents(copy, commit))
            try requireEqual(new, old, "the state after commit \(commit)")
        }
        let plain = try [original, copy].map { database in
            try TestStore.contents(of: database.snapshot())
        }
        try requireEqual(plain[1], plain[0], "the newest state")
    }

    // MARK: Commits

    /// The content of a commit, as a history tells it.
    private struct Told: Equatable {
        var line: String
        var changes: Set<String>
    }

    private func told(_ database: Database) throws -> (CommitNumber, [Told]) {
        let history = try database.history()
        var all: [Told] = []
        guard history.horizon < history.end else { return (history.horizon, all) }
        let range = CommitNumber(history.horizon.rawValue + 1)...history.end
        try history.forEachCommit(in: range) { commit in
            var changes: Set<String> = []
            for change in commit.changes {
                guard let schema = commit.after.catalog[change.entity]?.schema else { continue }
                let old = try commit.old(change).map {
                    try commit.before.values(of: $0, schema: schema)
                }
                let new = try commit.new(change).map {
                    try commit.after.values(of: $0, schema: schema)
                }
                changes.insert("\(schema.name) \(change.kind) \(old ?? []) \(new ?? [])")
            }
            all.append(
                Told(
                    line: "\(commit.number) \(commit.time) \(commit.author) \(commit.note)",
                    changes: changes))
            return true
        }
        return (history.horizon, all)
    }

    private func compareCommits() throws {
        let (old, new) = (try told(original), try told(copy))
        try requireEqual(new.0, old.0, "horizon of the commits")
        try requireEqual(new.1.count, old.1.count, "number of commits")
        for (new, old) in zip(new.1, old.1) { try requireEqual(new, old, "commit") }
    }

    private func compareRevisions() throws {
        for schema in try entities {
            let horizon = try original.horizon(of: schema.number).commit
            for id in 0...12 as ClosedRange<Int64> {
                let old = try revisions(original, .int(id), schema.name, after: horizon)
                let new = try revisions(copy, .int(id), schema.name, after: horizon)
                try requireEqual(new, old, "revisions of \(schema.name) \(id)")
            }
        }
    }

    /// Returns the revisions of an object. That of the state at the horizon was made by an older
    /// commit in the original, and by the one at the horizon in the copy.
    private func revisions(
        _ database: Database, _ id: Value, _ entity: String, after horizon: CommitNumber
    ) throws -> [String] {
        let found = try database.revisions(of: id, in: entity)
        let schema = try database.snapshot().schema(of: entity)
        return try found.revisions.map { revision in
            let values = try found.values(of: revision, schema)
            let origin =
                revision.commit > horizon
                ? "\(revision.commit) \(revision.time) \(revision.author) \(revision.note)" : ""
            return "\(origin) \(values ?? [])"
        }
    }
}
