import Foundation
import NacreCLI
import NacreEngine
import NacreExchangeCore
import NacreFormat
import NacreTestSupport
import Testing

/// Wrong dumps with history are refused with the line that is wrong.
@Suite struct HistoryDamageTests {
    private static let schema =
        "{\"schema\":{\"attributes\":[{\"id\":1,\"name\":\"id\",\"nullable\":false,\"type\":"
        + "\"int64\"},{\"id\":2,\"name\":\"b\",\"nullable\":true,\"type\":\"string\",\"unique\":"
        + "true}],\"entity\":\"A\",\"id\":\"id\",\"number\":1}}"

    /// A sound dump, which the damage is done to.
    static let dump = """
        \(schema)
        {"history":{"states":[3,5],"newest":7,"policies":[{"isKept":true,"commits":9,"horizon":5,\
        "since":0},{"entity":"A","isKept":true,"seconds":1e9,"horizon":6,"since":4}],"marks":\
        [{"name":"m","commit":3}],"undone":[{"commit":7,"undone":6}]}}
        {"commit":{"number":3,"time":300,"author":"anne","note":"census"}}
        {"entity":"A","object":{"id":1,"b":"x"}}
        {"entity":"A","object":{"id":2,"b":"y"}}
        {"commit":{"number":5,"time":500}}
        {"entity":"A","deleted":1}
        {"commit":{"number":6,"time":-600}}
        {"entity":"A","object":{"id":3,"b":"y"}}
        {"commit":{"number":7,"time":700}}
        {"entity":"A","deleted":2}
        {"end":7}

        """

    @Test func `the dump is sound, and becomes a store that is dumped like it`() throws {
        let copy = try HistoryCopy.load(Self.dump)
        let history = try copy.database.keptHistory()
        #expect(history.states.map(\.rawValue) == [3, 5])
        #expect(try copy.database.commit(CommitNumber(6)).time == -600)
        try copy.checkIntegrity()
        try expectSound(copy.filesNow)
    }

    @Test(
        arguments: [
            // Commits.
            (
                "{\"commit\":{\"number\":6,\"time\":-600}}\n", "",
                "9: This is commit 7, and commit 6"
            ),
            ("\"number\":6", "\"number\":5", "8: This is commit 5, and commit 6 was expected"),
            ("\"number\":5", "\"number\":4", "6: This is commit 4, and commit 5 was expected"),
            ("\"number\":3", "\"number\":9", "3: This is commit 9, and commit 3 was expected"),
            ("\"newest\":7", "\"newest\":6", "2: 'undone' of the history is missing"),
            (
                "\"deleted\":2}", "\"deleted\":2}\n{\"commit\":{\"number\":8,\"time\":0}}",
                "12: Commit 8"
            ),
            ("\"newest\":7", "\"newest\":8", "12: 'end' is not the newest commit, 8."),
            ("\"time\":500", "\"time\":5.5", "6: 'time' of a commit is missing"),
            ("\"time\":500", "\"time\":500,\"x\":1", "6: 'x' of a commit is missing, unknown"),
            ("\"anne\"", "\"an\\u0000ne\"", "3: Commit 3: Author and note may have"),
            ("\"number\":7", "\"number\":-7", "10: 'number' of a commit is missing"),
            // Objects.
            (
                "\"deleted\":1", "\"deleted\":4",
                "7: Commit 5 deletes an object of 'A' that does not"
            ),
            ("\"deleted\":1", "\"deleted\":\"1\"", "7: Commit 5 deletes an object of 'A' that"),
            ("\"deleted\":1", "\"removed\":1", "7: A line of a dump with history was expected"),
            (
                "\"id\":2,\"b\"", "\"id\":1,\"b\"",
                "5: The first commit has this object of 'A' twice."
            ),
            ("{\"id\":3,", "{\"id\":\"3\",", "9: 'id' of 'A' takes int64"),
            (
                "{\"entity\":\"A\",\"object\":{\"id\":3", "{\"entity\":\"B\",\"object\":{\"id\":3",
                "9: "
            ),
            ("\"deleted\":2", "\"deleted\":3", nil),
            ("{\"end\":7}\n", "", "11: The dump has no end"),
            ("{\"end\":7}", "{\"end\":6}", "12: 'end' is not the newest commit, 7."),
            ("{\"end\":7}", "{\"end\":7}\n{}", "13: The dump goes on after its end."),
            (
                "{\"commit\":{\"number\":7,\"time\":700}}\n", "",
                "11: The dump ends before commit 7."
            ),
            ("{\"entity\":\"A\",\"deleted\":2}", "", "10: Commit 7: "),
            // Settings.
            ("\"states\":[3,5]", "\"states\":[5,3]", "2: 'states' of the history is missing"),
            ("\"states\":[3,5]", "\"states\":[3,9]", "2: 'states' of the history is missing"),
            ("\"states\":[3,5]", "\"states\":[0,5]", "2: a state is missing"),
            ("\"horizon\":5", "\"horizon\":4", "2: 'horizon' of a policy is missing"),
            ("\"horizon\":6", "\"horizon\":8", "2: 'horizon' of a policy is missing"),
            ("\"since\":4", "\"since\":8", "2: 'since' of a policy is missing"),
            ("\"seconds\":1e9", "\"seconds\":-1", "2: 'seconds' of a policy is missing"),
            ("\"commits\":9", "\"commits\":true", "2: 'commits' of a policy is missing"),
            ("\"commits\":9", "\"comits\":9", "2: 'comits' of a policy is missing, unknown"),
            (
                "{\"entity\":\"A\",\"isKept\"", "{\"entity\":\"B\",\"isKept\"",
                "2: 'entity' of a policy"
            ),
            ("{\"entity\":\"A\",\"isKept\"", "{\"isKept\"", "2: 'entity' of a policy is missing"),
            ("\"policies\":[{", "\"policies\":[{\"entity\":\"A\",", "2: 'entity' of a policy"),
            ("\"name\":\"m\"", "\"name\":\"\"", "2: A mark of the history is missing"),
            ("\"commit\":3}]", "\"commit\":2}]", "2: A mark of the history is missing"),
            (
                "}],\"undone\"", "},{\"name\":\"m\",\"commit\":5}],\"undone\"",
                "10: Commit 7: There is"
            ),
            ("\"undone\":6", "\"undone\":8", "2: 'undone' of the history is missing"),
            (
                "{\"history\":{", "{\"history\":{\"x\":1,",
                "2: 'x' of the history is missing, unknown"
            ),
            ("\"entity\":\"A\",\"id\"", "\"entity\":\"nacre.x\",\"id\"", "1: A dump has no second"),
        ] as [(String, String, String?)])
    func `damage is reported with its line`(part: String, other: String, message: String?) throws {
        let first = try #require(Self.dump.range(of: part), "\(part)")
        var dump = Self.dump
        dump.replaceSubrange(first, with: other)
        let error = HistoryCopy.error(dump)
        if let message {
            #expect(error?.hasPrefix(message) == true, "\(error ?? "loaded")")
        } else {
            #expect(error == nil)
        }
    }

    @Test func `no part of a dump can be missing`() {
        let lines = Self.dump.split(separator: "\n")
        for count in 2..<lines.count {
            let error = HistoryCopy.error(lines.prefix(count).joined(separator: "\n") + "\n")
            #expect(error != nil, "\(count) lines")
        }
    }

    @Test func `a store that exists refuses a history and stays as it is`() throws {
        let fixture = try ImportFixture()
        try fixture.importText("{\"id\":1}\n", into: "B", id: "id")
        let before = try fixture.dump()
        let error = fixture.loadError(Self.dump)
        #expect(error?.hasPrefix("2: This dump has the history of a store") == true)
        #expect(try fixture.dump() == before)
    }

    @Test func `numbers that do not follow are refused by the engine`() throws {
        try withStore { store in
            func commit(_ number: UInt64, isState: Bool = false) throws {
                let stamp = CommitStamp(
                    number: CommitNumber(number), time: 5, author: "anne", isState: isState)
                try store.database.performChanges(as: stamp) { _ in }
            }
            func expectRefusal(_ number: UInt64, isState: Bool = false) {
                let error = #expect(throws: StoreError.self) {
                    try commit(number, isState: isState)
                }
                #expect(error?.code == .invalidValue)
            }
            expectRefusal(2)
            expectRefusal(0, isState: true)
            try commit(40, isState: true)
            expectRefusal(40)
            expectRefusal(39, isState: true)
            expectRefusal(42)
            try commit(41)
            try commit(50, isState: true)
            try store.reopen()
            try commit(51)
            #expect(try store.database.snapshot().commit == CommitNumber(51))
            #expect(try store.database.commit(CommitNumber(51)).author == "anne")
            #expect(try store.database.horizon().commit == CommitNumber(40))
        }
    }
}
