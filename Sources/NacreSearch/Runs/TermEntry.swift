/// A term's entry in the dictionary of a run.
struct TermEntry {
    /// The documents of the run that have the term.
    var documents = 0
    /// The touched rows whose former text had the term.
    var removed = 0
    /// The term's posting list, as a range of bytes of the run.
    var list = 0..<0
}
