/// An invariant of this library's own memory that does not hold. The cause is a fault of the
/// library or of the machine's memory, never the content of a file.
///
/// A type lists its invariants, with numbers, in its comment. Checks that take constant time run in
/// every build, before anything is written: a broken invariant stops the store with code
/// ``StoreError/Code/internal``. Other checks run only in builds with `NACRE_CHECKS`, which they
/// stop.
struct BrokenInvariant: Error, Equatable, CustomStringConvertible {
    /// The name of the type that the invariant belongs to.
    let type: String
    /// The number of the invariant in the type's comment.
    let number: Int
    /// The contradiction that was found.
    let finding: String

    var description: String { "\(type), invariant \(number): \(finding)" }
}

/// A type with numbered invariants.
protocol InvariantHolder {}

extension InvariantHolder {
    /// Checks an invariant.
    /// - Parameters:
    ///   - number: The invariant's number in the comment of this type.
    ///   - finding: The contradiction if the invariant does not hold.
    @inline(__always)
    static func require(
        _ holds: Bool, _ number: Int, _ finding: @autoclosure () -> String
    ) throws(BrokenInvariant) {
        if !holds {
            throw BrokenInvariant(type: "\(Self.self)", number: number, finding: finding())
        }
    }
}

extension BrokenInvariant {
    fileprivate static let remedy =
        "Nacre found a contradiction in its own memory, and stopped before it wrote anything that"
        + " could be wrong. Every acknowledged commit is kept. Open the store again, check it with"
        + " 'nacre verify', and report this text."

    /// Runs the checks before a write.
    /// - Parameter path: The file that would have been written.
    @inline(__always)
    static func check(
        beforeWriting path: @autoclosure () -> String,
        _ body: () throws(BrokenInvariant) -> Void
    ) throws(FileError) {
        do throws(BrokenInvariant) { try body() } catch { throw FileError(error, path: path()) }
    }
}

extension FileError {
    /// - Parameter path: The file that would have been written.
    init(_ broken: BrokenInvariant, path: String) {
        self =
            FileError(
                .brokenInvariant, BrokenInvariant.remedy, path: path, cause: broken.description
            ).beforeWriting
    }
}

extension StoreError {
    init(_ broken: BrokenInvariant, file: String? = nil) {
        self.init(.internal, BrokenInvariant.remedy, file: file, cause: broken.description)
    }
}
