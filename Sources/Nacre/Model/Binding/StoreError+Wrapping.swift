internal import NacreEngine

extension StoreError {
    /// Returns a store's error unchanged, and any other error, thrown by a user's code, as the
    /// cause of a new one.
    static func wrapping(_ error: any Error) -> StoreError {
        if let error = error as? StoreError { return error }
        return StoreError(.invalidValue, "A value cannot be stored or read.", cause: "\(error)")
    }

    /// Runs code of the engine, whose errors are all of this type.
    static func typed<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        do { return try body() } catch { throw wrapping(error) }
    }
}
