package import NacreFormat

/// The names of a store's files. They are formatted from numbers, never taken from a file's
/// content.
package enum FileName {
    package static let manifest = "manifest"
    package static let formerManifest = "manifest.old"
    /// A manifest that has not been renamed into place yet.
    package static let nextManifest = "manifest.new"
    /// The manifest of a store under construction, until the store is complete.
    package static let unfinished = "unfinished"
    package static let lock = "lock"
    /// The file whose space is released when the disk is full.
    package static let reserve = "reserve"
    /// The mark that the last backup left in a backup's directory.
    package static let backup = "backup"
    /// A backup mark that has not been renamed into place yet.
    package static let nextBackup = "backup.new"

    /// Returns a file's name while its store is under construction. Only manifests have a different
    /// one.
    static func unfinished(_ name: String) -> String {
        [manifest, formerManifest, nextManifest].contains(name)
            ? unfinished + name.dropFirst(manifest.count) : name
    }

    /// Returns the name that a file of a store under construction gets once the store is complete.
    static func finished(_ name: String) -> String {
        isUnfinished(name) ? manifest + name.dropFirst(unfinished.count) : name
    }

    static func isUnfinished(_ name: String) -> Bool {
        [manifest, formerManifest, nextManifest].contains { unfinished($0) == name }
    }

    /// Whether the engine gives files such a name.
    static func isOfStore(_ name: String) -> Bool {
        let names = [manifest, formerManifest, nextManifest, lock, reserve]
        return names.contains(finished(name)) || segmentNumber(name) != nil
            || checkpointNumber(name) != nil || runNumber(name) != nil
            || number(name, ".torn") != nil
    }

    package static func segment(_ number: SegmentNumber) -> String { "\(number).seg" }
    package static func checkpoint(_ number: UInt32) -> String { "\(number.hex).ckp" }
    /// Returns the name of the file of a run of a full-text index.
    package static func run(_ number: UInt32) -> String { "\(number.hex).run" }
    /// Returns the name of a segment that is being copied into a backup.
    package static func staged(_ number: SegmentNumber) -> String { "\(number).new" }
    package static func isStaged(_ name: String) -> Bool {
        name.hasSuffix(".new") && segmentNumber("\(name.dropLast(4)).seg") != nil
    }
    /// Returns the name of the file that holds the bytes a recovery cut off.
    package static func torn(_ number: SegmentNumber) -> String { "\(number).torn" }
    static func isTorn(_ name: String) -> Bool { name.hasSuffix(".torn") }

    /// Returns the number in a segment's file name, or nil for any other name.
    package static func segmentNumber(_ name: String) -> SegmentNumber? {
        number(name, ".seg").map { SegmentNumber($0) }
    }

    /// Returns the number in a checkpoint's file name, or nil for any other name.
    package static func checkpointNumber(_ name: String) -> UInt32? { number(name, ".ckp") }

    /// Returns the number in the name of a run's file, or nil for any other name.
    package static func runNumber(_ name: String) -> UInt32? { number(name, ".run") }

    private static func number(_ name: String, _ ending: String) -> UInt32? {
        guard name.hasSuffix(ending), name.utf8.count == 8 + ending.utf8.count,
            let number = UInt32(name.prefix(8), radix: 16), number > 0,
            number.hex + ending == name
        else { return nil }
        return number
    }
}
