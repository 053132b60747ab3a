import CTrials
import Foundation
import Synchronization

/// A writer in a process of its own, and all that it has said.
final class WriterProcess {
    private let process = Process()
    private let pipe = Pipe()
    private let said = Said()
    private let finished = DispatchSemaphore(value: 0)

    private final class Said: Sendable {
        let text = Mutex("")
    }

    init(store: String, seed: UInt64, round: Int) throws {
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["writer", store, "--seed", "\(seed)", "--round", "\(round)"]
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [said, finished] in
            while let data = try? handle.read(upToCount: 1 << 16), !data.isEmpty {
                said.text.withLock { $0 += String(decoding: data, as: UTF8.self) }
            }
            finished.signal()
        }
        try process.run()
        try pipe.fileHandleForWriting.close()
    }

    var log: AcknowledgementLog {
        var log = AcknowledgementLog()
        log.add(said.text.withLock { $0 })
        return log
    }

    var isRunning: Bool { process.isRunning }

    /// Waits until the writer has said something that fits, but not for ever.
    func wait(until condition: (AcknowledgementLog) -> Bool) {
        for _ in 0..<20_000 where process.isRunning && !condition(log) { usleep(200) }
    }

    /// - Parameter mayHaveEnded: whether it may have failed for a reason of the trial's.
    /// - Returns: all that the writer had said.
    func kill(mayHaveEnded: Bool = false) throws -> AcknowledgementLog {
        let wasRunning = process.isRunning
        _ = trial_kill(process.processIdentifier)
        process.waitUntilExit()
        finished.wait()
        guard mayHaveEnded || wasRunning && process.terminationReason == .uncaughtSignal else {
            throw TrialFailure("the writer ended by itself, with status \(process.terminationStatus)")
        }
        return log
    }
}

/// What a trial finds that must not be.
struct TrialFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
