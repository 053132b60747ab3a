import Nacre
import NacreTestSupport
import Testing

/// Adding many objects, of which some fail.
@Suite struct CollectingTests {
    private struct Line: Entity, Equatable {
        let id: Int
        var code: String
        var amount: Int
        var ratio: Double = 0

        static let schema = EntitySchema(
            Line.init, Attribute("id", \.id), Attribute("code", \.code, .unique),
            Attribute("amount", \.amount, .range(0...)), Attribute("ratio", \.ratio))
        static let rules = [Rule<Line>("the code is not the amount") { $0.code != "\($0.amount)" }]
    }

    @Test func `objects that fail are left out and gathered with their reasons`() throws {
        let store = try Store.inMemory(Line.self)
        let lines = [
            Line(id: 1, code: "a", amount: 1), Line(id: 1, code: "b", amount: 1),
            Line(id: 2, code: "a", amount: 1), Line(id: 3, code: "c", amount: -1),
            Line(id: 4, code: "7", amount: 7), Line(id: 5, code: "d", amount: 0),
        ]
        let report = try store.performChanges { changes in
            try changes.insert(contentsOf: lines, onError: .collect)
        }
        #expect(report.insertedCount == 2 && report.failureCount == 4)
        #expect(report.failures.map(\.position) == [1, 2, 3, 4])
        #expect(report.failures.map(\.object) == Array(lines[1...4]))
        #expect(
            report.failures.map(\.error.code) == [
                .duplicateID, .uniqueViolation, .invalidObject, .invalidObject,
            ])
        #expect(try store.fetch(Line.all) == [lines[0], lines[5]])
    }

    @Test func `only as many failures are kept as are wanted, and all are counted`() throws {
        let store = try Store.inMemory(Line.self)
        let lines = (0..<3000).lazy.map { Line(id: $0 % 1500, code: "x\($0)", amount: $0) }
        let report = try store.performChanges { changes in
            try changes.insert(contentsOf: lines, onError: .collect)
        }
        #expect(report.failures.count == 1000 && report.failureCount == 1500)
        #expect(report.insertedCount == 1500)
        let none = try store.performChanges { changes in
            try changes.insert(contentsOf: lines, onError: .collect(upTo: 0))
        }
        #expect(none.failures.isEmpty && none.failureCount == 3000 && none.insertedCount == 0)
    }

    @Test func `an error that is not one object's undoes the call`() throws {
        let store = try Store.inMemory(Line.self)
        #expect(throws: StoreError.self) {
            try store.performChanges { changes in
                try changes.insert(Line(id: 9, code: "z", amount: 9))
                try changes.insert(contentsOf: [Other(id: 1)], onError: .collect)
            }
        }
        #expect(try store.count(Line.all) == 0)
    }

    private struct Other: Entity {
        let id: Int

        static let schema = EntitySchema(Other.init, Attribute("id", \.id))
    }

    @Test func `what is stored is what a loop with a savepoint stores`() {
        let line = Generator<Line> { choices throws(Rejection) in
            Line(
                id: Int(try choices.draw(upTo: 9)), code: "c\(try choices.draw(upTo: 9))",
                amount: Int(try choices.draw(upTo: 6)) - 2)
        }
        property("collecting", runs: 100, Generator<[Line]>.array(of: line, count: 0...20)) {
            (lines: [Line]) in
            let store = try Store.inMemory(Line.self)
            let report = try store.performChanges { changes in
                try changes.insert(contentsOf: lines, onError: .collect)
            }
            var kept: [Line] = []
            var failed: [Int] = []
            for (place, line) in lines.enumerated() {
                let isFree = !kept.contains { $0.id == line.id || $0.code == line.code }
                if isFree, line.amount >= 0, line.code != "\(line.amount)" {
                    kept.append(line)
                } else {
                    failed.append(place)
                }
            }
            try requireEqual(report.failures.map(\.position), failed)
            try requireEqual(try store.fetch(Line.all), kept.sorted { $0.id < $1.id })
        }
    }
}
