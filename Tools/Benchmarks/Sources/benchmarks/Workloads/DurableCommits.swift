import Foundation

/// One entity in each durable commit, compared with the disk itself: a loop that writes as many
/// bytes and syncs them, in the same process, before and after.
struct DurableCommits: Workload {
    let row = TableRow(
        name: "W3", title: "one entity in a durable commit", target: 1.25,
        bareWrites: BareWrites(size: 160, count: 300, syncs: .each), isOfBareWrites: true)

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        let cities = settings.cities.more(max(10, min(1000, settings.cities.count / 100)))
        try Workspace.withCopy(of: settings.directory) { copy in
            let peer = try Store(at: copy)
            // The first commit of a process does additional work.
            try peer.insert([cities[0]], inTransactionsOf: 1)
            try measurement.addBareWrites(row, in: copy)
            let lap = try Lap {
                try peer.insert(Array(cities.dropFirst()), inTransactionsOf: 1)
            }
            try measurement.addBareWrites(row, in: copy)
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
