/// The sections of a run, in the order of the file.
enum RunSection: Int, CaseIterable {
    case postings
    case terms
    case termBlocks
    case rows
    case lengths
    case touched
    /// The checksums of the pieces of the posting lists and the dictionary.
    case checksums

    /// Whether the section is checked in pieces, when it is used.
    var isInPieces: Bool { self == .postings || self == .terms }
}
