import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// A typed store in memory that can be closed and opened again, also with other types. Before each
/// change of the schema, it is previewed and, if possible, the store is read unchanged: both must
/// predict the result.
struct TypedStore {
    let files = MemoryFileSystem()

    func open(
        _ types: any Entity.Type..., options: Store.Options = Store.Options()
    ) throws(StoreError) -> Store {
        let preview = try? Store.schemaPreview(
            at: TestStore.path, options, types, fileSystem: files)
        let isChanged = !options.isReadOnly && preview?.changes.isEmpty == false
        let before = isChanged ? objects(of: types, options) : nil
        do throws(StoreError) {
            let store = try Store(
                at: TestStore.path, options, types, fileSystem: files, environment: .repeatable())
            if let before, before != types.map({ Self.objects(of: $0, in: store) }) {
                Issue.record("For reading only, the store showed other objects: \(before)")
            }
            if !options.isReadOnly, let refusal = preview?.refusal {
                Issue.record("The preview refused what opening does: \(refusal.message)")
            }
            return store
        } catch {
            if let preview, preview.refusal == nil, Self.isForeseen(error, options) {
                Issue.record("The preview did not see why opening is refused: \(error.message)")
            }
            throw error
        }
    }

    /// Returns the objects that the store shows unchanged, or nil if the types cannot read it.
    private func objects(of types: [any Entity.Type], _ options: Store.Options) -> [String]? {
        var options = options
        options.isReadOnly = true
        let store = try? Store(
            at: TestStore.path, options, types, fileSystem: files, environment: .repeatable())
        defer { try? store?.close() }
        return store.map { store in types.map { Self.objects(of: $0, in: store) } }
    }

    private static func objects<Owner: Entity>(of type: Owner.Type, in store: Store) -> String {
        do { return "\(try store.fetch(Owner.all))" } catch { return "\(error)" }
    }

    /// Returns whether a preview must predict that opening is refused. It cannot predict the
    /// effects of a program's own code, in a step of a plan or as a derived value.
    private static func isForeseen(_ error: StoreError, _ options: Store.Options) -> Bool {
        let codes: [StoreError.Code] = [.schemaMismatch, .uniqueViolation, .danglingReference]
        return options.schemaPlan == nil && !options.isReadOnly && error.obstacle == nil
            && codes.contains(error.code)
    }

    /// Checks the files as `nacre verify` does.
    func checkIntegrity() throws {
        let report = try IntegrityChecker(path: TestStore.path, fileSystem: files).run()
        try require(report.isSound, "defects: \(report.defects)")
    }
}

extension Store.Options {
    static var removing: Store.Options {
        var options = Store.Options()
        options.removesAttributes = true
        return options
    }
}
