extension String {
    /// The identifier without the backticks that a keyword needs, and that other names may have.
    var withoutBackticks: String { filter { $0 != "`" } }
}
