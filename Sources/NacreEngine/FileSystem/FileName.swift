package import NacreFormat

/// The names of a store's files: numbers that we format. No file's content ever gives a name.
package enum FileName {
    package static let manifest = "manifest"
    package static let formerManifest = "manifest.old"
    /// A manifest that has not taken its place yet.
    package static let nextManifest = "manifest.new"
    package static let lock = "lock"
    /// Room that is given up when the disk is full.
    package static let reserve = "reserve"
    /// In a backup: what the last one has left there.
    package static let backup = "backup"
    /// A mark that has not taken its place yet.
    package static let nextBackup = "backup.new"

    package static func segment(_ number: SegmentNumber) -> String { "\(number).seg" }
    package static func checkpoint(_ number: UInt32) -> String { "\(number.hex).ckp" }
    /// A segment on its way into a backup.
    package static func staged(_ number: SegmentNumber) -> String { "\(number).new" }
    package static func isStaged(_ name: String) -> Bool {
        name.hasSuffix(".new") && segmentNumber("\(name.dropLast(4)).seg") != nil
    }
    /// The bytes that a recovery cut off.
    package static func torn(_ number: SegmentNumber) -> String { "\(number).torn" }

    /// The number of a segment's file, or nil if the name is none.
    package static func segmentNumber(_ name: String) -> SegmentNumber? {
        number(name, ".seg").map { SegmentNumber($0) }
    }

    /// The number of a checkpoint's file, or nil if the name is none.
    package static func checkpointNumber(_ name: String) -> UInt32? { number(name, ".ckp") }

    private static func number(_ name: String, _ ending: String) -> UInt32? {
        guard name.hasSuffix(ending), name.utf8.count == 12,
            let number = UInt32(name.prefix(8), radix: 16), number > 0,
            number.hex + ending == name
        else { return nil }
        return number
    }
}
