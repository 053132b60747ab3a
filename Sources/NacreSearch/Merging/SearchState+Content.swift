internal import NacreFormat

extension SearchState {
    /// Returns the bytes of one run with the content of all runs: the same for all states with the
    /// same documents. Empty without documents.
    package func content(checkCancelled: () throws -> Void = {}) throws -> [UInt8] {
        let run = try merged(0..<runs.count, checkCancelled: checkCancelled)
        return withExtendedLifetime(run) { $0.documentCount == 0 ? [] : $0.bytes.bytes }
    }
}
