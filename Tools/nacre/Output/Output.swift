internal import SystemPackage

/// The destination of a command's text, which it gathers and passes on in large pieces. Text that
/// is not flushed is lost, so the last writer must flush.
final class Output {
    private var pending: [UInt8] = []
    private let sink: ([UInt8]) throws -> Void

    private static let pieceSize = 64 << 10

    /// - Parameter sink: Receives each piece.
    init(_ sink: @escaping ([UInt8]) throws -> Void) { self.sink = sink }

    static func standard() -> Output {
        Output { bytes in
            do { _ = try FileDescriptor.standardOutput.writeAll(bytes) } catch let error as Errno {
                throw OutputError(
                    isBrokenPipe: error == .brokenPipe, cause: error.description)
            }
        }
    }

    func write(_ bytes: [UInt8]) throws {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.pieceSize { try flush() }
    }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    func line(_ text: String) throws { try write(text + "\n") }

    func flush() throws {
        guard !pending.isEmpty else { return }
        let piece = pending
        pending.removeAll(keepingCapacity: true)
        try sink(piece)
    }
}

/// An error of writing to standard output.
struct OutputError: Error {
    /// Whether the reader of standard output has gone, which is not reported: `nacre dump | head`.
    let isBrokenPipe: Bool
    let cause: String
}
