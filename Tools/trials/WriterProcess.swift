internal import CTrials
internal import Foundation
internal import Synchronization

/// A writer in a process of its own, and all its messages.
final class WriterProcess {
    private let process = Process()
    private let pipe = Pipe()
    private let listener = Listener()

    /// Reads the pipe on a dedicated thread, so that a writer never waits.
    private final class Listener: Sendable {
        let log = Mutex(AcknowledgementLog())
        let finished = DispatchSemaphore(value: 0)

        func listen(to handle: FileHandle) {
            while true {
                // Reads only the available bytes, so that messages arrive immediately.
                let data = handle.availableData
                if data.isEmpty { break }
                log.withLock { $0.add(data) }
            }
            finished.signal()
        }
    }

    init(
        store: String, seed: UInt64, round: Int, keepsOpen: Bool = false,
        keepsHistory: Bool = false
    ) throws {
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments =
            ["writer", store, "--seed", "\(seed)", "--round", "\(round)"]
            + (keepsOpen ? ["--keeps-open"] : [])
            + (keepsHistory ? ["--keeps-history"] : [])
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [listener] in listener.listen(to: handle) }
        try process.run()
        try pipe.fileHandleForWriting.close()
    }

    var log: AcknowledgementLog { listener.log.withLock { $0 } }

    /// Waits until the writer's messages fulfil a condition, or it has ended, at most ten seconds.
    func wait(until condition: (AcknowledgementLog) -> Bool) {
        for _ in 0..<50_000 where process.isRunning && !condition(log) { usleep(200) }
    }

    /// - Parameter mayHaveEnded: Whether it may have failed because of the trial.
    /// - Returns: All messages of the writer.
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

/// A failure that a trial has found.
struct TrialFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
