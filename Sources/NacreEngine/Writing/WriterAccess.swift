/// Access to the store's only writer, for code that works on the store apart from changes.
protocol WriterAccess: Sendable {
    /// Runs a closure as the only writer.
    /// - Throws: The closure's error, `closed`, `readOnly`, `forked`, or `nestedChanges`.
    func withWriter<Result>(_ body: (Writer) throws -> Result) throws -> Result

    /// Requests that nodes are moved together once no commit has come for a while, if that gives
    /// memory back.
    func moveNodesWhenQuiet(_ writer: Writer)
}

extension Writer {
    /// Publishes the head after something other than a commit has changed it.
    func publishHead() { log.syncer.add(version()) }
}
