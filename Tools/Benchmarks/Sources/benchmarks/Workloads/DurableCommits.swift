import Foundation

/// One entity in each durable commit, beside what the disk itself takes: a loop that writes as many
/// bytes and syncs them, in the same process, before and after.
struct DurableCommits: Workload {
    let row = TableRow(
        name: "W3", title: "one entity in a durable commit", target: 1.25, isOfBareWrites: true)

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        let cities = settings.cities.more(max(10, min(1000, settings.cities.count / 100)))
        try Workspace.withCopy(of: settings.directory) { copy in
            let peer = try Store(at: copy)
            // The first commit of a process makes more than a commit.
            try peer.insert([cities[0]], inTransactionsOf: 1)
            let before = try BareWrites.nanoseconds(in: copy)
            let lap = try Lap {
                try peer.insert(Array(cities.dropFirst()), inTransactionsOf: 1)
            }
            measurement.bareWrite = min(before, try BareWrites.nanoseconds(in: copy))
            measurement.add([lap], operations: cities.count - 1)
            measurement.addMemory()
            var answers = Tally(isThorough: true)
            answers.add(try peer.fetchAll())
            measurement.answers = "\(answers.count) \(answers.digest)"
            try peer.close()
        }
        return measurement
    }
}

/// Appending to a file and syncing it, again and again.
enum BareWrites {
    private static let size = 160
    private static let count = 300

    /// Of one write and its sync.
    static func nanoseconds(in directory: String) throws -> Double {
        let path = directory + "/bare"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw RunFailure(what: "\(path) cannot be made.") }
        defer {
            close(file)
            unsafe unlink(path)
        }
        let bytes = [UInt8](repeating: 7, count: size)
        let lap = try Lap {
            for _ in 0..<count {
                let written = unsafe bytes.withUnsafeBytes {
                    unsafe write(file, $0.baseAddress, $0.count)
                }
                guard written == size, sync(file) == 0 else {
                    throw RunFailure(what: "\(path) cannot be written.")
                }
            }
        }
        return lap.wall * 1e9 / Double(count)
    }

    private static func sync(_ file: Int32) -> Int32 {
        #if canImport(Darwin)
            fcntl(file, F_FULLFSYNC)
        #else
            fdatasync(file)
        #endif
    }
}
