package import NacreEngine

/// Returns the error that a closure throws, or nil if it throws none, or one of another type.
package func storeError<Result>(_ body: () throws -> Result) -> StoreError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? StoreError
    }
}
