package import NacreFormat

/// The names of a store's files: numbers that we format. No file's content ever gives a name.
package enum FileName {
    package static let manifest = "manifest"
    package static let formerManifest = "manifest.old"
    /// A manifest that has not taken its place yet.
    package static let nextManifest = "manifest.new"
    /// The manifest of a store that is being made, until the store is whole.
    package static let unfinished = "unfinished"
    package static let lock = "lock"
    /// Room that is given up when the disk is full.
    package static let reserve = "reserve"
    /// In a backup: what the last one has left there.
    package static let backup = "backup"
    /// A mark that has not taken its place yet.
    package static let nextBackup = "backup.new"

    /// The name that a file has while its store is being made: another one if it is a manifest.
    static func unfinished(_ name: String) -> String {
        [manifest, formerManifest, nextManifest].contains(name)
            ? unfinished + name.dropFirst(manifest.count) : name
    }

    /// The name that a file of a store that is being made has once the store is whole.
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
            || checkpointNumber(name) != nil || number(name, ".torn") != nil
    }

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
        guard name.hasSuffix(ending), name.utf8.count == 8 + ending.utf8.count,
            let number = UInt32(name.prefix(8), radix: 16), number > 0,
            number.hex + ending == name
        else { return nil }
        return number
    }
}
