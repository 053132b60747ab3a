/// The differences between characters that terms do without.
enum Folding {
    /// Case, width and marks.
    case folded
    /// Case and width.
    case exactMarks
}
