import Foundation
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// Filters of the maximum number of levels, on the stack of a secondary thread: 512 KB on Apple
/// platforms. If the stack is too small, the tests end here.
@Suite struct FilterStackTests {
    /// A syntactic form that can be nested in itself.
    struct Nesting: Sendable, CustomTestStringConvertible {
        let open: String
        let core: String
        let close: String
        let prefix: String

        init(_ open: String, _ core: String, _ close: String, after prefix: String = "") {
            (self.open, self.core, self.close, self.prefix) = (open, core, close, prefix)
        }

        func text(_ count: Int) -> String {
            prefix + String(repeating: open, count: count) + core
                + String(repeating: close, count: count)
        }

        var testDescription: String { prefix + open + "..." + close }
    }

    static let nestings = [
        Nesting("(", "id == 1", ")"),
        Nesting("!(", "id == 1", ")"),
        Nesting("(id == 1 || id == 2 && ", "id == 3", ")"),
        Nesting("!(id == 1 || !(id == 2 && ", "id == 3", "))"),
        Nesting("[\"a\"]", " == 1", "", after: "extra"),
        Nesting("contains { $0.", "count == 1", " }", after: "extra."),
        Nesting(
            "contains { $0 == 2 || !($0 == 3) && $0.", "count == 1", " }", after: "extra."),
        Nesting("[{ $0 == ", "[]", " }]", after: "extra == "),
        Nesting("[{ $0 == 1 || $0 == 2 && $0 != ", "[]", " }]", after: "extra == "),
        Nesting("(next.id == 1 || id == 2 && ", "id == 3", ")"),
        Nesting("!(next.id != id || id == 2 && ", "id == 3", ")"),
        Nesting("next.", "id == 1", ""),
        Nesting("others.contains { ", "id == 1", " }"),
        Nesting("others.allSatisfy { id == 7 || !(id == 1) && ", "id == 1", " }"),
        Nesting("Node.next.contains { ", "id == 1", " }"),
        Nesting("others.count { id != ^id && ", "id == 1", " } >= 0"),
    ]

    static func define(_ changes: Changes) throws {
        func attribute(
            _ id: UInt32, _ name: String, _ type: StoredType, reference: String? = nil
        ) -> AttributeSchema {
            AttributeSchema(
                id: AttributeID(id), name: name, type: type, isNullable: id > 1,
                reference: reference)
        }
        try changes.define(
            "Node",
            attributes: [
                attribute(1, "id", .scalar(.int64)), attribute(2, "extra", .json),
                attribute(3, "next", .scalar(.int64), reference: "Node"),
                attribute(4, "others", .array(of: .int64), reference: "Node"),
            ], id: "id", indexes: [["next"], ["others"]])
        for id in 1...3 {
            let other = Value.int(Int64(id % 3 + 1))
            try changes.insert(
                [.int(Int64(id)), .json("[[1]]"), other, .array([other])], into: "Node")
        }
    }

    /// Does everything that can be done with a filter.
    static func use(_ text: String, _ store: TestStore) throws {
        let snapshot = try store.database.snapshot()
        let finder = snapshot.catalog.finder
        let schema = try snapshot.definition("Node").schema
        let filter = try FilterParser.parse(text, schema: schema, entities: finder)
        let again = try FilterParser.parse(filter.description, schema: schema, entities: finder)
        try require(again == filter && again.hashValue == filter.hashValue)
        let query = Query(entity: "Node", filter: filter)
        let count = try snapshot.count(query)
        try requireEqual(try snapshot.fetch(query).count, count)
        try require(try !snapshot.explain(query).description.isEmpty)
        var countInChange = -1
        try store.database.performChanges { countInChange = try $0.count(query) }
        try requireEqual(countInChange, count)
    }

    static func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
        let failure = Mutex<(any Error)?>(nil)
        let thread = Thread {
            do { try body() } catch { failure.withLock { $0 = error } }
        }
        thread.stackSize = 512 << 10
        thread.start()
        while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    @Test(arguments: nestings)
    func `a filter at the limit of levels needs only a small stack`(
        nesting: Nesting
    ) throws {
        try Self.onSmallStack {
            let store = try TestStore()
            try store.database.performChanges { try Self.define($0) }
            let schema = try store.database.snapshot().definition("Node").schema
            let finder = try store.database.snapshot().catalog.finder
            let most = (1...FilterParser.depthMax).last { count in
                let text = nesting.text(count)
                return (try? FilterParser.parse(text, schema: schema, entities: finder)) != nil
            }
            try Self.use(nesting.text(most ?? 0), store)
            try store.checkIntegrity()
        }
    }
}
