internal import SystemPackage

/// Where a command's text goes: gathers it and passes it on in large pieces. What was not flushed
/// is lost, so whoever writes last flushes.
final class Output {
    private var pending: [UInt8] = []
    private let sink: ([UInt8]) throws -> Void

    private static let pieceSize = 64 << 10

    /// - Parameter sink: takes each piece.
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

/// Standard output does not take what is written to it.
struct OutputError: Error {
    /// Whoever read it has gone, which is no reason to complain: `nacre dump | head`.
    let isBrokenPipe: Bool
    let cause: String
}
