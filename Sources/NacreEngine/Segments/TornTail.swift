internal import NacreFormat

/// The rule for bad bytes at the end of the log.
///
/// Bytes that were never synced may be missing or wrong after a power cut: such a tail is torn, and
/// the log ends before it. Later bytes can show that the place had been synced, by a watermark
/// (Formats.md, "Torn tail or corruption"). Then the bad bytes are damage, and nothing may be cut.
enum TornTail {
    /// Returns whether bad bytes are a torn tail.
    /// - Parameters:
    ///   - place: The place of the first bad byte.
    ///   - synced: The highest watermark before it, or in frames after it.
    static func isTorn(at place: Position, synced: Position) -> Bool { synced <= place }
}
