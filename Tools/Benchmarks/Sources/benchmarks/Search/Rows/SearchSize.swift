import Foundation

/// The size of a store of notes.
enum SearchSize {
    /// Returns the bytes of a compacted copy of a store, and of the memory that a process keeps
    /// while it has the store open.
    /// - Parameter isSearched: Whether the store has a search.
    static func measure(
        _ peer: NotePeer, in directory: String, isSearched: Bool
    ) throws -> Int {
        var size = 0
        try Workspace.withCopy(of: directory) { copy in
            let memories = try (1...tries).map { _ in
                try processMemory(peer, in: copy, isSearched: isSearched)
            }
            size = memories.min() ?? 0
            let notes = try peer.open(in: copy, isSearched: isSearched)
            _ = Lap.untilQuiet {}
            try notes.compact()
            try notes.close()
            size += try Workspace.size(of: copy)
        }
        return size
    }

    /// The number of processes whose memory is measured. The least one counts: in others, the C
    /// library keeps memory that was freed.
    private static let tries = 5

    /// Returns the memory of a new process with a store open.
    private static func processMemory(
        _ peer: NotePeer, in directory: String, isSearched: Bool
    ) throws -> Int {
        let output = try ChildProcess.output(
            of: ["search-memory", peer.rawValue, directory] + (isSearched ? ["--searched"] : []),
            "the memory of \(peer.title)", environment: ProcessInfo.processInfo.environment)
        let text = String(decoding: output, as: UTF8.self)
        return Int(text.trimmingCharacters(in: .newlines)) ?? 0
    }

    /// Returns the memory of this process with a store open, in bytes.
    static func memory(
        _ peer: NotePeer, in directory: String, isSearched: Bool
    ) throws -> Int {
        let notes = try peer.open(in: directory, isSearched: isSearched)
        _ = Lap.untilQuiet {}
        ProcessMemory.returnFreed()
        let memory = ProcessMemory.anonymous ?? 0
        try notes.close()
        return memory
    }
}
