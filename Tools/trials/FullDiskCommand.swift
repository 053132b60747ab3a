internal import ArgumentParser
internal import Foundation
internal import NacreEngine
internal import NacreFormat
internal import NacreTestSupport

/// Fills a real disk with a store, empties the store, and continues with it.
struct FullDiskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "full",
        abstract: "Fills an ext4 disk, then deletes, compacts and writes again.",
        discussion: "Needs root and loop devices. Without them all rounds are skipped, and with"
            + " --required that is a failure.")

    @Option(help: "How many disks to fill.") var rounds = 10
    @Option(help: "Decides about the objects.") var seed: UInt64 = 1
    @Flag(help: "Fail where it cannot be done.") var required = false

    func run() throws {
        guard try LoopDisk.isAvailable(for: "full disks", rounds, required: required) else {
            return
        }
        var outcomes: [String: Int] = [:]
        for round in 0..<rounds {
            let disk = try LoopDisk(megabytes: 8 + round % 5)
            defer { disk.remove() }
            try disk.mount(options: "")
            do {
                let path = disk.mountPoint.appending(path: "store.nacre").path
                let outcome = try fillAndGoOn(path, round)
                outcomes[outcome, default: 0] += 1
            } catch {
                throw TrialFailure("round \(round) of seed \(seed): \(error)")
            }
        }
        let list = outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        print("full disks: \(rounds) rounds, the last commit was \(list.joined(separator: ", "))")
    }

    /// - Returns: The store's error for the commit that did not fit.
    private func fillAndGoOn(_ path: String, _ round: Int) throws -> String {
        var options = Database.Options.creating
        options.keepsReserve = true
        options.segmentSizeNominal = [40_000, 400_000, nil][round % 3]
        var store = try Database(at: path, options: options)
        try store.performChanges { try CityEntity.define(in: $0) }
        let (objects, refusal) = try fill(store, round)
        let outcome = refusal.outcome?.rawValue ?? "without a class"
        try check(store, objects, "on the full disk")
        if refusal.outcome == .unknown || outcome == "without a class" {
            throw TrialFailure("\(refusal) has the outcome \(outcome)")
        }
        // Deletes most objects, and thereby their bytes: the rest must fit into the space that the
        // store has reserved for this.
        var left = objects
        for id in objects.keys.sorted().prefix(objects.count * 19 / 20) {
            try store.performChanges { _ = try $0.delete(.int(id), from: CityEntity.name) }
            left[id] = nil
        }
        try check(store, left, "after the deletes")
        do { _ = try store.compact() } catch {
            let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            throw TrialFailure("compacting \(left.values.reduce(0, +)) bytes: \(error), \(files)")
        }
        for id in Int64(1_000_000)..<1_000_010 {
            try insert(id, 10_000, store)
            left[id] = 10_000
        }
        try check(store, left, "after going on")
        try store.close()
        store = try Database(at: path, options: options)
        try check(store, left, "reopened")
        try store.close()
        let report = try IntegrityChecker(path: path).run()
        guard report.isSound else { throw TrialFailure("defects: \(report.defects)") }
        return outcome
    }

    /// - Returns: The lengths of the objects' names, and the final error.
    private func fill(
        _ store: Database, _ round: Int
    ) throws -> (objects: [Int64: Int], refusal: StoreError) {
        var random = SplitMix64(seed: seed &* 1000 &+ UInt64(round))
        var objects: [Int64: Int] = [:]
        while true {
            let id = Int64(objects.count)
            let length = 1 + Int(random.next(upTo: random.next(upTo: 9) == 0 ? 300_000 : 20_000))
            do {
                try insert(id, length, store)
                objects[id] = length
            } catch let error as StoreError {
                guard error.code == .diskFull else { throw error }
                return (objects, error)
            }
        }
    }

    private func insert(_ id: Int64, _ length: Int, _ store: Database) throws {
        let name = String(repeating: "f", count: length)
        try store.performChanges {
            try $0.insert(CityEntity.values(id, name), into: CityEntity.name)
        }
    }

    private func check(_ store: Database, _ objects: [Int64: Int], _ moment: String) throws {
        var found: [Int64: Int] = [:]
        try store.snapshot().forEach(in: CityEntity.name) { object in
            if case .int(let id) = object.id, case .string(let name) = object["name"] {
                found[id] = name.utf8.count
            }
            return true
        }
        guard found == objects else {
            throw TrialFailure("\(moment): \(found.count) objects, not \(objects.count)")
        }
    }
}
