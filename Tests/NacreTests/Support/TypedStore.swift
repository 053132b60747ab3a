import Nacre
import NacreEngine
import NacreTestSupport

/// A typed store in memory that can be closed and opened again, with other types too.
struct TypedStore {
    let files = MemoryFileSystem()

    func open(
        _ types: any Entity.Type..., options: Store.Options = Store.Options()
    ) throws(StoreError) -> Store {
        try Store(
            at: TestStore.path, options, types, fileSystem: files, environment: .repeatable())
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

/// The error that a closure throws; nil if it throws none, or one of another type.
func storeError<Result>(_ body: () throws -> Result) -> StoreError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? StoreError
    }
}
