@testable import NacreCLI

/// The text written to an output, for tests.
final class Collected {
    private(set) var bytes: [UInt8] = []
    private(set) var output = Output { _ in }

    init() { output = Output { [unowned self] in bytes.append(contentsOf: $0) } }

    /// Returns everything so far.
    func text() throws -> String {
        try output.flush()
        return String(decoding: bytes, as: UTF8.self)
    }
}
