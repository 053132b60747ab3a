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
            let arguments =
                ["search-memory", peer.rawValue, copy] + (isSearched ? ["--searched"] : [])
            let output = try ChildProcess.output(of: arguments, "the memory of \(peer.title)")
            let text = String(decoding: output, as: UTF8.self)
            size += Int(text.trimmingCharacters(in: .newlines)) ?? 0
            let notes = try peer.open(in: copy, isSearched: isSearched)
            try notes.compact()
            try notes.close()
            size += try Workspace.size(of: copy)
        }
        return size
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
