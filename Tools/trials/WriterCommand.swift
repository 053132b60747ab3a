internal import ArgumentParser
internal import Foundation
internal import NacreEngine
internal import NacreFormat
internal import NacreTestSupport

/// The process that a trial kills: it makes the commits of a seed's history until it is killed.
struct WriterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "writer", abstract: "Commits until it is killed.", shouldDisplay: false)

    @Argument var path: String
    @Option var seed: UInt64
    /// The round, which determines segment sizes, compactions and closings.
    @Option var round: UInt64
    @Flag(help: "Never closes the store, so that its lock is held all the time.")
    var keepsOpen = false
    @Flag(help: "Keeps all former states, erases objects and takes back commits.")
    var keepsHistory = false

    func run() throws {
        var random = SplitMix64(seed: seed ^ round &* 0xD134_2543)
        let sizes = [2_000, 8_000, 40_000, 400_000]
        var options = Database.Options.creating
        options.segmentSizeNominal = sizes[Int(random.next(upTo: 3))]
        let levels: [Durability] = [
            .durable, .durable, .grouped(maxDelay: .milliseconds(5)), .onClose,
        ]
        options.durability = levels[Int(random.next(upTo: 3))]
        let modes: [MaintenanceMode] = [.manual, .inline, .background]
        options.maintenance = modes[Int(random.next(upTo: 2))]
        options.compaction.slack = 20_000
        options.compactionBytesPerSecond = nil
        let pace = 3 + random.next(upTo: 30)
        while true {
            Acknowledgement.opening.tell()
            let store = try Database(at: path, options: options)
            Acknowledgement.opened.tell()
            while keepsOpen || random.next(upTo: pace) > 0 {
                try commit(to: store, options.durability)
                if options.durability != .durable, random.next(upTo: 9) == 0 { try sync(store) }
                if random.next(upTo: pace) == 0 {
                    Acknowledgement.compacting.tell()
                    _ = try store.compact()
                    Acknowledgement.compacted.tell()
                }
            }
            Acknowledgement.closing.tell()
            let last = try store.snapshot().commit.rawValue
            try store.close()
            Acknowledgement.durable(last).tell()
            Acknowledgement.closed.tell()
        }
    }

    private func commit(to store: Database, _ durability: Durability) throws {
        let commit = try store.snapshot().commit.rawValue + 1
        let plan = TrialPlan(seed: seed, keepsHistory: keepsHistory)
        if case .erase(let id) = plan.kind(of: commit) {
            return try erase(id, from: store, commit)
        }
        Acknowledgement.began(commit).tell()
        do {
            // With a note there is a commit even if its steps cancel each other out.
            switch plan.kind(of: commit) {
            case .revert(let target, let handling):
                Acknowledgement.reverting.tell()
                let logged = try store.commit(CommitNumber(target))
                try store.performChanges(note: "\(commit)") {
                    _ = try $0.revert(logged, onConflict: handling)
                }
            default:
                try store.performChanges(note: "\(commit)") { try plan.perform(commit, in: $0) }
            }
            Acknowledgement.returned(commit).tell()
            if durability == .durable { Acknowledgement.durable(commit).tell() }
        } catch let error as StoreError where error.code == .diskFull {
            Acknowledgement.refused(commit).tell()
        }
    }

    private func erase(_ id: Int64, from store: Database, _ commit: UInt64) throws {
        // The second commit says that it is done.
        Acknowledgement.began(commit + 1).tell()
        Acknowledgement.erasing.tell()
        _ = try store.erase([(CityEntity.name, .int(id))])
        guard try store.snapshot().commit.rawValue == commit + 1 else {
            throw TrialFailure("an erase made other than two commits")
        }
        Acknowledgement.returned(commit + 1).tell()
        Acknowledgement.durable(commit + 1).tell()
    }

    private func sync(_ store: Database) throws {
        let last = try store.snapshot().commit.rawValue
        try store.sync()
        Acknowledgement.durable(last).tell()
    }
}
