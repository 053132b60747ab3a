/// An error of the search core.
package enum SearchError: Error, Equatable, CustomStringConvertible {
    /// The bytes of a run contradict its format. The offset is from the start of the run.
    case damaged(offset: Int, reason: String)
    /// A run would be larger than 4 GiB, or have too many documents.
    case tooLarge

    package var description: String {
        switch self {
        case .damaged(let offset, let reason): "search run damaged at offset \(offset): \(reason)"
        case .tooLarge: "the search run would be larger than 4 GiB"
        }
    }
}
