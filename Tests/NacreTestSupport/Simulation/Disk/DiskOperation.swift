/// A file of a simulated disk, regardless of its present name.
package struct FileID: Hashable, Sendable {
    let rawValue: Int
}

/// A change of a simulated disk that a power cut keeps or loses as a whole.
enum DiskOperation: Sendable {
    /// A write within one sector.
    case write(FileID, offset: Int, bytes: ArraySlice<UInt8>)
    case setSize(FileID, Int)
    /// A new name, of a new file or of one that has names already.
    case create(String, FileID)
    case rename(String, to: String, FileID)
    case remove(String)
    /// A directory itself, as an entry of its parent directory.
    case makeDirectory(DiskDirectory)

    /// The file whose content the change concerns, or nil for a change of the directory.
    var file: FileID? {
        switch self {
        case .write(let file, _, _), .setSize(let file, _): file
        default: nil
        }
    }

    /// The directory whose entries the change concerns; nil for a change of a file's content or of
    /// the parent directory.
    var directory: DiskDirectory? {
        switch self {
        case .create(let name, _), .rename(let name, _, _), .remove(let name):
            DiskDirectory(of: name)
        case .write, .setSize, .makeDirectory: nil
        }
    }

    var isWrite: Bool {
        if case .write = self { true } else { false }
    }

    /// The size of a sector. Disks write a sector whole or not at all.
    static let sectorSize = 512

    /// Returns a write as one write per sector.
    static func writes(_ file: FileID, _ offset: Int, _ bytes: [UInt8]) -> [DiskOperation] {
        var pieces: [DiskOperation] = []
        var start = 0
        while start < bytes.count {
            let room = sectorSize - (offset + start) % sectorSize
            let end = min(bytes.count, start + room)
            pieces.append(.write(file, offset: offset + start, bytes: bytes[start..<end]))
            start = end
        }
        return pieces
    }
}

/// The fate of a pending change in a power cut.
package enum Fate: Sendable {
    case kept
    case lost
    /// Lost, together with the durable bytes of its sector.
    case destructive
}

extension DiskOperation: CustomStringConvertible {
    var description: String {
        switch self {
        case .write(let file, let offset, let bytes):
            "\(bytes.count) bytes at \(offset) of file \(file.rawValue)"
        case .setSize(let file, let size): "size \(size) of file \(file.rawValue)"
        case .create(let name, let file): "create \(name) as file \(file.rawValue)"
        case .rename(let name, let newName, _): "rename \(name) to \(newName)"
        case .remove(let name): "remove \(name)"
        case .makeDirectory(let directory): "make the directory \(directory.rawValue)"
        }
    }
}
