internal import NacreEngine

extension StoreCopy {
    /// The copy as a line: the path, the kind, and the time and commit at which it was made.
    var text: String {
        "\(TerminalText.escaped(path)), \(kind.rawValue) of commit \(commit),"
            + " \(TimeText.text(microseconds: time))\(isMissing ? ", missing" : "")"
    }
}
