import Nacre
import NacreEngine
import NacreTestSupport
import Synchronization
import Testing

/// Steps of a plan: their effects and refusals. A failure leaves nothing changed.
@Suite struct SchemaPlanTests {
    private let files = TypedStore()

    struct Old: Entity {
        let id: Int
        var size: String
        static let entityName = "Thing"
        static let schema = EntitySchema(
            Old.init, Attribute("id", \.id), Attribute("size", \.size))
    }

    struct New: Entity, Equatable {
        let id: Int
        var size: Int
        static let entityName = "Thing"
        static let schema = EntitySchema(
            New.init, Attribute("id", \.id), Attribute("size", \.size))
    }

    struct Refused: Error {}

    private static func options(
        _ plan: SchemaPlan, isReadOnly: Bool = false
    ) -> Store.Options {
        var options = Store.Options()
        options.schemaPlan = plan
        options.isReadOnly = isReadOnly
        return options
    }

    /// Makes a step in which a text becomes a number under the same name.
    private static func step(
        _ generation: Int = 2,
        _ body: @escaping @Sendable (DynamicObject, inout DynamicDraft) throws -> Void = convert
    ) -> SchemaStep {
        SchemaStep(
            generation, "sizes are numbers", .rename("size", to: "sizeText", of: "Thing"),
            .add("size", Int.self, default: 0, to: "Thing"), .rewrite("Thing", body),
            .remove("sizeText", from: "Thing"))
    }

    private static let convert: @Sendable (DynamicObject, inout DynamicDraft) throws -> Void = {
        old, new in
        let text: String = try old["sizeText"] ?? ""
        guard let size = Int(text) else { throw Refused() }
        new["size"] = size
    }

    init() throws {
        let store = try files.open(Old.self)
        try store.performChanges { changes in
            for id in 1...3000 { try changes.insert(Old(id: id, size: "\(id * 2)")) }
        }
        try store.close()
    }

    private var bytes: [String: [UInt8]] {
        files.files.contents(of: TestStore.path).filter { $0.key != "lock" }
    }

    @Test func `text becomes a number, and progress is reported`() throws {
        let seen = Mutex<[SchemaProgress]>([])
        let plan = SchemaPlan(
            Self.step(),
            progress: { progress in
                seen.withLock { $0.append(progress) }
            })
        for _ in 0..<2 {
            let store = try files.open(New.self, options: Self.options(plan))
            #expect(try store.count(New.all) == 3000)
            #expect(try store.find(New.self, 77)?.size == 154)
            #expect(try store.sum(\.size, New.all) == 3000 * 3001)
            try store.close()
            try files.checkIntegrity()
        }
        #expect(seen.withLock { $0.map(\.done) } == [1024, 2048, 3000])
        #expect(seen.withLock { $0.allSatisfy { $0.total == 3000 && $0.entity == "Thing" } })
    }

    @Test func `a step that throws names object and reason, and changes nothing`() throws {
        let before = bytes
        let plan = SchemaPlan(
            Self.step { old, new in
                let id: Int = try old["id"] ?? 0
                if id == 2000 { throw Refused() }
                try Self.convert(old, &new)
            })
        let error = storeError { try files.open(New.self, options: Self.options(plan)) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("Step 2, 'sizes are numbers',") == true)
        #expect(error?.message.contains("'Thing' with the id 2000") == true)
        let store = try files.open(Old.self)
        #expect(try store.find(Old.self, 2000)?.size == "4000")
        #expect(try store.count(Old.all) == 3000)
        try store.close()
        try files.checkIntegrity()
        #expect(Set(before.keys).isSubset(of: Set(bytes.keys)))
    }

    @Test func `unknown names and wrong types are errors`() throws {
        let bodies: [(@Sendable (DynamicObject, inout DynamicDraft) throws -> Void, String)] = [
            ({ old, _ in let _: String? = try old["sise"] }, "has no attribute 'sise'"),
            ({ _, new in new["sise"] = 1 }, "has no attribute 'sise'"),
            ({ old, _ in let _: Int? = try old["sizeText"] }, "is stored as string"),
            ({ _, new in new["size"] = "x" }, "is stored as int64, but was used as string"),
            ({ _, new in new["size"] = nil as Int? }, "takes int64"),
            ({ _, new in new["id"] = 5 }, "never changes"),
        ]
        for (body, message) in bodies {
            let plan = SchemaPlan(Self.step(2, body))
            let error = storeError { try files.open(New.self, options: Self.options(plan)) }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "none")")
        }
        #expect(try files.open(Old.self).count(Old.all) == 3000)
    }

    @Test func `types that do not match after the steps leave the store unchanged`() throws {
        struct Other: Entity {
            let id: Int
            var size: Bool
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Other.init, Attribute("id", \.id), Attribute("size", \.size))
        }
        let options = Self.options(SchemaPlan(Self.step()))
        #expect(
            storeError { try files.open(Other.self, options: options) }?.code == .schemaMismatch)
        #expect(try files.open(Old.self).find(Old.self, 5)?.size == "10")
    }

    @Test func `a preview lists the steps and writes nothing`() throws {
        let before = bytes
        let options = Self.options(SchemaPlan(Self.step()))
        let preview = try Store.schemaPreview(
            at: TestStore.path, options, [New.self], fileSystem: files.files)
        #expect(preview.generation == (0, 2))
        #expect(preview.refusal == nil)
        #expect(preview.changes.map(\.objects) == [0, 0, 3000, 0])
        #expect(preview.description.contains("Thing: renames 'size' to 'sizeText'"))
        let refused = try Store.schemaPreview(
            at: TestStore.path, Store.Options(), [New.self], fileSystem: files.files)
        #expect(refused.refusal?.message.contains("SchemaPlan") == true)
        let same = try Store.schemaPreview(
            at: TestStore.path, Store.Options(), [Old.self], fileSystem: files.files)
        #expect(same.isEmpty && same.description == "nothing changes")
        #expect(bytes == before)
    }

    @Test func `programs without the plan, or with a shorter one, are refused as too old`() throws {
        try files.open(New.self, options: Self.options(SchemaPlan(Self.step(3)))).close()
        let short = SchemaPlan(SchemaStep(2))
        for options in [Store.Options(), Self.options(short)] {
            let error = storeError { try files.open(New.self, options: options) }
            #expect(error?.code == .schemaMismatch)
            #expect(error?.message.contains("of generation 3") == true)
        }
        let store = try files.open(New.self, options: .readOnly)
        #expect(try store.count(New.all) == 3000)
    }

    @Test func `a reader is told that steps are pending`() throws {
        let options = Self.options(SchemaPlan(Self.step()), isReadOnly: true)
        let error = storeError { try files.open(New.self, options: options) }
        #expect(error?.message.contains("Open the store once for writing") == true)
    }

    @Test func `a new store starts with the last generation`() throws {
        let files = TypedStore()
        let plan = SchemaPlan(Self.step(7) { _, _ in throw Refused() })
        for _ in 0..<2 { try files.open(New.self, options: Self.options(plan)).close() }
        #expect(storeError { try files.open(New.self) }?.message.contains("generation 7") == true)
    }

    @Test func `a plan with unordered steps is refused`() {
        for plan in [SchemaPlan(SchemaStep(2), SchemaStep(2)), SchemaPlan(SchemaStep(0))] {
            let error = storeError { try files.open(Old.self, options: Self.options(plan)) }
            #expect(error?.message.contains("not valid") == true)
        }
    }
}
