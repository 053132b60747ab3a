/// Lends the one writer of a store to whoever works on the store beside changes.
protocol WriterAccess: Sendable {
    /// Runs a closure as the one writer.
    /// - Throws: what the closure throws, and `closed`, `readOnly`, `forked`, `nestedChanges`.
    func withWriter<Result>(_ body: (Writer) throws -> Result) throws -> Result

    /// Has nodes moved together once no commit has come for a while, if that gives memory back.
    func moveNodesWhenQuiet(_ writer: Writer)
}

extension Writer {
    /// Publishes the head after something other than a commit has changed it.
    func publishHead() { log.syncer.add(version()) }
}
