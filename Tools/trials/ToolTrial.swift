internal import Foundation
internal import NacreEngine
internal import NacreFormat
internal import NacreTestSupport

/// A folder with a store and files made of it, in which the tool's commands are tried, and the
/// conditions that must hold after each.
final class ToolTrial {
    /// A command and its effect.
    struct Command: Sendable {
        enum Effect: Sendable {
            /// Makes `out`, a store, as a whole or not at all.
            case store
            /// Makes `out`, a file, as a whole or not at all.
            case file
            /// Makes or continues `out`, a backup.
            case backup
            /// Changes the store itself: each commit is there as a whole.
            case change
            /// Makes nothing that stays.
            case nothing
        }

        let arguments: [String]
        let effect: Effect
    }

    static let commands = [
        Command(arguments: ["salvage", "S", "out"], effect: .store),
        Command(arguments: ["load", "out", "d.jsonl"], effect: .store),
        Command(
            arguments: ["import", "out", "--entity", "City", "--id", "id", "a.jsonl"],
            effect: .store),
        Command(arguments: ["dump", "S", "-o", "out"], effect: .file),
        Command(arguments: ["backup", "S", "out"], effect: .backup),
        Command(
            arguments: ["import", "S", "--entity", "City", "--id", "id", "a.jsonl"],
            effect: .change),
        Command(arguments: ["load", "S", "d.jsonl"], effect: .change),
        Command(arguments: ["compact", "S"], effect: .change),
        Command(arguments: ["verify", "S", "--deep"], effect: .nothing),
        Command(arguments: ["bench", "S", "--seconds", "0.01"], effect: .nothing),
        Command(arguments: ["count", "S", "City", "--by", "population"], effect: .nothing),
    ]

    let folder: URL
    private let tool: String
    /// The number of objects of the store.
    private let count: Int
    /// The files of the original store.
    private let original: [String: Data]
    /// The names in the folder before a command.
    private let names: Set<String>

    /// - Parameter tool: The path of the tool, or nil for the one beside the trials.
    init(_ name: String, tool: String?, count: Int, seed: UInt64) throws {
        self.count = count
        self.tool =
            tool
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "nacre").path
        guard FileManager.default.isExecutableFile(atPath: self.tool) else {
            throw TrialFailure("there is no tool at \(self.tool): build the product nacre")
        }
        let process = ProcessInfo.processInfo.processIdentifier
        folder = FileManager.default.temporaryDirectory.appending(path: "nacre-\(name)-\(process)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = folder.appending(path: "S")
        try Self.make(store.path, count, seed)
        try Self.objects(0..<count).write(to: folder.appending(path: "a.jsonl"))
        original = try Self.files(store)
        names = ["S", "a.jsonl", "d.jsonl"]
        let status = try run(["dump", "S", "-o", "d.jsonl"])
        guard status == .exited(0) else { throw TrialFailure("the dump ended with \(status)") }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    private static func make(_ path: String, _ count: Int, _ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let options = Database.Options(
            createsStore: true, segmentSizeNominal: 300_000, durability: .onClose)
        let store = try Database(at: path, options: options)
        try store.performChanges { try CityEntity.define(in: $0) }
        for first in stride(from: 0, to: count, by: 1000) {
            try store.performChanges { changes in
                for id in first..<min(first + 1000, count) {
                    let name = String(repeating: "c", count: Int(random.next(upTo: 90)))
                    try changes.insert(
                        CityEntity.values(Int64(id), name, population: Int64(id % 7)),
                        into: CityEntity.name)
                }
            }
        }
        try store.close()
    }

    private static func objects(_ ids: Range<Int>) -> Data {
        Data(
            ids.map { "{\"id\":\($0),\"name\":\"again \($0)\",\"capital\":true}\n" }.joined().utf8)
    }

    private static func files(_ directory: URL) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            files[name] = try Data(contentsOf: directory.appending(path: name))
        }
        return files
    }

    // MARK: Running

    enum End: Equatable, CustomStringConvertible {
        case exited(Int32)
        case signalled(Int32)

        var description: String {
            switch self {
            case .exited(let code): "exit code \(code)"
            case .signalled(let signal): "signal \(signal)"
            }
        }
    }

    func start(_ arguments: [String]) throws -> ToolProcess {
        try ToolProcess(tool, arguments, in: folder)
    }

    func run(_ arguments: [String]) throws -> End { try start(arguments).wait() }

    /// - Parameter limit: The arguments of the shell's command `ulimit`.
    func run(_ arguments: [String], limit: String) throws -> End {
        let script = "ulimit \(limit); exec '\(tool)' \"$@\""
        return try ToolProcess(
            "/bin/bash", ["-c", script, "nacre"] + arguments, in: folder
        ).wait()
    }

    // MARK: Checks of the folder

    /// Restores the folder's former state.
    func reset() throws {
        for name in try presentNames().subtracting(names) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        let store = folder.appending(path: "S")
        guard try Self.files(store) != original else { return }
        try FileManager.default.removeItem(at: store)
        try FileManager.default.createDirectory(at: store, withIntermediateDirectories: false)
        for (name, bytes) in original { try bytes.write(to: store.appending(path: name)) }
    }

    private func presentNames() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    /// Checks the conditions after a command that succeeded, was refused, or was interrupted.
    /// - Parameters:
    ///   - isDone: Whether it reported success.
    ///   - couldCleanUp: Whether it had the chance to remove incomplete output.
    ///   - isStoreChanged: Whether another command may have changed the store.
    func check(
        _ command: Command, isDone: Bool, couldCleanUp: Bool, isStoreChanged: Bool = false
    ) throws {
        let present = try presentNames().subtracting(names)
        // A signal can come after the output is complete. The report is complete before its store.
        let output: Set<String> =
            switch (command.arguments[0], command.effect) {
            case ("salvage", _): ["out", "out.report.json"]
            case (_, .store), (_, .file), (_, .backup): ["out"]
            case (_, .change), (_, .nothing): []
            }
        let left = present.subtracting(output)
        if couldCleanUp, !left.isEmpty { throw TrialFailure("left behind: \(left.sorted())") }
        try checkStore(isChanged: isStoreChanged || command.effect == .change)
        switch command.effect {
        case .store where !isDone && !present.contains("out"): break
        case .store: try checkMade(isDone: isDone || couldCleanUp)
        case .backup: try checkMade(isDone: isDone)
        case .file:
            let bytes = try? Data(contentsOf: folder.appending(path: "out"))
            let whole = try Data(contentsOf: folder.appending(path: "d.jsonl"))
            guard bytes == nil && !isDone || bytes == whole else {
                throw TrialFailure("a file of \(bytes?.count ?? 0) bytes, not \(whole.count)")
            }
        case .change, .nothing: break
        }
    }

    /// Checks the store that the commands begin with.
    private func checkStore(isChanged: Bool) throws {
        let store = folder.appending(path: "S")
        if !isChanged {
            guard try Self.files(store) == original else {
                throw TrialFailure("the store was changed")
            }
            return
        }
        let report = try IntegrityChecker(path: store.path, isDeep: true).run()
        guard report.isSound else { throw TrialFailure("defects: \(report.defects)") }
        let database = try Database(at: store.path)
        let found = try database.snapshot().count(CityEntity.name)
        try database.close()
        guard found == count else { throw TrialFailure("\(found) objects, not \(count)") }
    }

    /// Returns whether the file or the store that a command makes is complete.
    func hasMade(_ command: Command) -> Bool {
        let path = folder.appending(path: "out").path
        switch command.effect {
        case .file: return FileManager.default.fileExists(atPath: path)
        case .store: return (try? Database(at: path, options: .readOnly)) != nil
        case .backup, .change, .nothing: return false
        }
    }

    /// Checks that a command's output is complete, or not a store.
    private func checkMade(isDone: Bool) throws {
        let path = folder.appending(path: "out").path
        do {
            let database = try Database(at: path, options: .readOnly)
            let found = try database.snapshot().count(CityEntity.name)
            guard found == count else { throw TrialFailure("\(found) objects, not \(count)") }
        } catch let error as StoreError {
            guard !isDone, error.code == .storeNotFound || error.code == .notAStore else {
                throw error
            }
            return
        }
        let report = try IntegrityChecker(path: path, isDeep: true).run()
        guard report.isSound else { throw TrialFailure("out has defects: \(report.defects)") }
    }
}

/// A running command of the tool.
final class ToolProcess {
    private let process = Process()

    init(_ path: String, _ arguments: [String], in folder: URL) throws {
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    func wait() -> ToolTrial.End {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? .signalled(process.terminationStatus) : .exited(process.terminationStatus)
    }
}
