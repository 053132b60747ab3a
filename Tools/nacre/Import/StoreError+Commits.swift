internal import NacreEngine
internal import NacreExchangeCore

extension StoreError {
    /// Whether the current object caused the error, so that its line helps.
    var concernsOneObject: Bool { code == .invalidValue || code == .uniqueViolation }

    /// Returns this error with a sentence about the objects before it.
    func afterCommit(of count: Int) -> StoreError {
        guard count > 0 else { return self }
        return StoreError(
            code, "\(message) \(ImportError.whatStays(count))", file: file, offset: offset,
            cause: cause)
    }
}
