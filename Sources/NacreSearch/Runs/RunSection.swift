/// The sections of a run, in the order of the file.
enum RunSection: Int, CaseIterable {
    case postings
    case terms
    case termBlocks
    case rows
    case lengths
    case touched
}
