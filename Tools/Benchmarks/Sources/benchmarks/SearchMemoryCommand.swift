import ArgumentParser

/// Prints the memory of a process with a store of notes. The other command starts it.
struct SearchMemoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search-memory",
        abstract: "Print the memory of a process with a store of notes, in bytes.")

    @Argument(help: "The peer, such as nacre.")
    var peer: NotePeer

    @Argument(help: "The folder of the store.")
    var directory: String

    @Flag(help: "Keep an index of the texts.")
    var searched = false

    func run() throws {
        print(try SearchSize.memory(peer, in: directory, isSearched: searched))
    }
}
