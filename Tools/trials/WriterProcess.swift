internal import CTrials
internal import Foundation
internal import Synchronization

/// A writer in a process of its own, and all that it has said.
final class WriterProcess {
    private let process = Process()
    private let pipe = Pipe()
    private let listener = Listener()

    /// What arrives in the pipe, on a thread of its own: a writer must not have to wait.
    private final class Listener: Sendable {
        let log = Mutex(AcknowledgementLog())
        let finished = DispatchSemaphore(value: 0)

        func listen(to handle: FileHandle) {
            while true {
                // Whatever there is, for what is said is of interest at once.
                let data = handle.availableData
                if data.isEmpty { break }
                log.withLock { $0.add(data) }
            }
            finished.signal()
        }
    }

    init(store: String, seed: UInt64, round: Int, keepsOpen: Bool = false) throws {
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments =
            ["writer", store, "--seed", "\(seed)", "--round", "\(round)"]
            + (keepsOpen ? ["--keeps-open"] : [])
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [listener] in listener.listen(to: handle) }
        try process.run()
        try pipe.fileHandleForWriting.close()
    }

    var log: AcknowledgementLog { listener.log.withLock { $0 } }

    /// Waits until the writer has said something that fits, or has ended, at most ten seconds.
    func wait(until condition: (AcknowledgementLog) -> Bool) {
        for _ in 0..<50_000 where process.isRunning && !condition(log) { usleep(200) }
    }

    /// - Parameter mayHaveEnded: whether it may have failed for a reason of the trial's.
    /// - Returns: all that the writer had said.
    func kill(mayHaveEnded: Bool = false) throws -> AcknowledgementLog {
        let wasRunning = process.isRunning
        _ = trial_kill(process.processIdentifier)
        process.waitUntilExit()
        listener.finished.wait()
        guard mayHaveEnded || wasRunning && process.terminationReason == .uncaughtSignal else {
            throw TrialFailure(
                "the writer ended by itself, with status \(process.terminationStatus)")
        }
        return log
    }
}

/// What a trial finds that must not be.
struct TrialFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
