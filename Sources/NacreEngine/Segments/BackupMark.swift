internal import NacreFormat

/// The mark that a backup writes next to the store's files, so that the next backup can tell
/// whether anything has written to them since. It holds the checksums of the manifest and of the
/// active segment, both the former and the upcoming ones, because a crash may leave either.
///
/// A backup that was opened for writing is a store of its own. Updating it would destroy the
/// changes made there.
struct BackupMark: Equatable {
    /// The checksums of the manifests' bytes.
    var manifests: [UInt32] = []
    /// The checksums of the active segments' bytes.
    var actives: [UInt32] = []

    private static let sizeMax = 4096

    /// The text form, similar to a manifest: one keyword and one value a line, with a CRC line at
    /// the end.
    var encoded: [UInt8] {
        var text = "nacre-backup 0\n"
        for crc in manifests { text += "manifest \(crc.hex)\n" }
        for crc in actives { text += "active \(crc.hex)\n" }
        let body = Array(text.utf8)
        return body + Array("crc \(body.withView(\.crc).hex)\n".utf8)
    }

    init() {}

    /// Returns nil if the bytes are not a valid mark.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2 else { return nil }
            let crc = UInt32(words[1], radix: 16)
            switch (words[0], crc) {
            case ("manifest", let crc?): manifests.append(crc)
            case ("active", let crc?): actives.append(crc)
            case ("nacre-backup", _), ("crc", _): break
            default: return nil
            }
        }
        guard encoded == bytes else { return nil }
    }

    /// Returns whether a backup was about to replace `manifest` by another one.
    func isBetween(_ manifest: Manifest) -> Bool {
        manifests.count > 1 && manifests.contains(manifest.encoded.withView(\.crc))
    }

    /// Reads the directory's mark.
    /// - Returns: The mark, or nil if there is none or it is not valid.
    static func read(in directory: any StoreDirectory) throws(FileError) -> BackupMark? {
        do {
            let file = try directory.open(FileName.backup, .reading)
            let size = try file.size()
            guard size <= sizeMax else { return nil }
            let bytes = try file.copy(size)
            return BackupMark(bytes.read { $0.bytes })
        } catch {
            if error.reason == .notFound { return nil }
            throw error
        }
    }

    func write(in directory: any StoreDirectory) throws(FileError) {
        try? directory.remove(FileName.nextBackup)
        let file = try directory.create(FileName.nextBackup)
        try encoded.withView { view throws(FileError) in try file.write(view, at: 0) }
        try file.sync(.backupMark)
        try directory.rename(FileName.nextBackup, to: FileName.backup)
        try directory.sync(.backupMark)
    }
}
