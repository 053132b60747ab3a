import NacreEngine
import NacreTestSupport
import Testing

/// Changes with any savepoints leave the content of dictionaries with the same changes.
@Suite struct SavepointModelTests {
    enum End: Sendable { case nothing, reopen, kill, compact }

    struct Change: Sendable {
        let steps: [SavepointStep]
        let fails: Bool
        let end: End
    }

    static let change = Generator<Change> { choices throws(Rejection) in
        Change(
            steps: try choices.draw(.array(of: SavepointStep.generator(), count: 0...8)),
            fails: try choices.draw(.element(of: [false, false, false, true])),
            end: try choices.draw(.element(of: [.nothing, .nothing, .reopen, .kill, .compact])))
    }

    static func run(_ list: [Change], segmentSizeNominal: Int?) throws {
        let store = try TestStore(segmentSizeNominal: segmentSizeNominal)
        var model = SavepointModel()
        try model.change(store.database, [.define])
        for change in list {
            try model.change(store.database, change.steps, fails: change.fails)
            switch change.end {
            case .nothing: break
            case .reopen: try store.reopen()
            case .kill: try store.reopenAfterKill()
            case .compact: _ = try store.database.compact()
            }
            try requireEqual(try store.contents(), model.contents, "after \(change.end)")
            try store.checkIntegrity()
        }
        try store.reopenAfterKill()
        try requireEqual(try store.contents(), model.contents, "after the last kill")
        try store.checkIntegrity()
    }

    @Test(arguments: [nil, 100_000])
    func `random savepoints in random changes give the same as dictionaries`(
        segmentSizeNominal: Int?
    ) {
        let changes = Generator.array(of: Self.change, count: 1...5)
        property("savepoints, segments of \(segmentSizeNominal ?? 0)", runs: 40, changes) { list in
            try Self.run(list, segmentSizeNominal: segmentSizeNominal)
        }
    }
}
