internal import NacreEngine
internal import NacreFormat

/// A store that is cut at any byte, and whose every bit is flipped. Each way it must show the same
/// as before, or an earlier commit where nothing says that later ones were synced, or the place of
/// the damage must be told, at opening or to whoever reads there.
package struct DamageSweep: Sendable {
    package enum Damage: Sendable {
        /// The file ends at an offset.
        case cut(Int)
        case flip(Int, bit: Int)
    }

    package enum Outcome: String, Sendable, CaseIterable, Codable {
        case equal, earlier, refused
    }

    private let store: DamagedStore
    private let isClosed: Bool
    /// File by file: where its damages begin.
    private let starts: [Int]
    /// How many damages there are.
    package let count: Int

    package init(isClosed: Bool) throws {
        self.isClosed = isClosed
        store = try DamagedStore(isClosed: isClosed)
        try requireEqual(store.kinds, Set(FrameKind.allCases), "kinds of frames")
        var starts: [Int] = []
        var count = 0
        for file in store.image.files {
            starts.append(count)
            count += file.state.bytes.count * 9
        }
        self.starts = starts
        self.count = count
    }

    /// Of the files, in bytes.
    package var size: Int { count / 9 }

    private func damage(_ index: Int) -> (file: Int, Damage) {
        let file = (starts.lastIndex { $0 <= index }) ?? 0
        let (offset, way) = (index - starts[file]).quotientAndRemainder(dividingBy: 9)
        return (file, way == 8 ? .cut(offset) : .flip(offset, bit: way))
    }

    /// Does one of the damages, opens the store and compares it.
    package func run(_ index: Int) throws(SimulationFailure) -> Outcome {
        let (file, damage) = damage(index)
        let name = store.image.files[file].name
        do {
            return try outcome(damage, of: name, in: damaged(file, damage), index)
        } catch {
            throw SimulationFailure(
                seed: UInt64(index), message: "\(name), \(damage), closed: \(isClosed): \(error)")
        }
    }

    private func damaged(_ file: Int, _ damage: Damage) -> CrashImage {
        var files = store.image.files
        switch damage {
        case .cut(let size): files[file].state.setSize(size)
        case .flip(let offset, let bit):
            let byte = files[file].state.bytes[offset] ^ 1 << UInt8(bit)
            files[file].state.write([byte], at: offset)
        }
        return CrashImage(files)
    }

    private func outcome(
        _ damage: Damage, of name: String, in image: CrashImage, _ index: Int
    ) throws -> Outcome {
        let last = store.history.count - 1
        let database: Database
        do {
            // Readers change nothing, writers recover: both ways, in turn.
            database = try Database(
                at: TestStore.path,
                options: index % 2 == 0 ? .readOnly : Database.Options(segmentSizeNominal: 20_000),
                fileSystem: SimulatedDisk(image), environment: .repeatable(seed: UInt64(index)))
        } catch let error as StoreError {
            let isNeeded = name == FileName.manifest || isProven(damage, of: name)
            guard isNeeded, error.code == .corrupt || error.code == .unsupportedFormat else {
                throw Wrong("refused: \(error)")
            }
            guard error.file != nil else { throw Wrong("no place is named: \(error)") }
            return .refused
        }
        let snapshot = try database.snapshot()
        let commit = Int(snapshot.commit.rawValue)
        let earliest = earliest(damage, of: name)
        guard (earliest...last).contains(commit) else {
            throw Wrong("commit \(commit) is there, \(earliest)...\(last) are expected")
        }
        do {
            if let difference = try store.history[commit].difference(from: snapshot) {
                throw Wrong("at commit \(commit): \(difference)")
            }
        } catch let error as StoreError {
            // What a checkpoint covers is not gone through at opening: its reader is told.
            guard isProven(damage, of: name) else { throw Wrong("reading was refused: \(error)") }
            guard error.code == .corrupt, error.file != nil, error.offset != nil else {
                throw Wrong("no place is named: \(error)")
            }
            return .refused
        }
        return commit == last ? .equal : .earlier
    }

    /// Whether it is damage of what had been synced: there nothing is cut off, and whoever needs it
    /// is told. Behind that it is a torn tail, and damage of any other file costs only time.
    private func isProven(_ damage: Damage, of name: String) -> Bool {
        guard FileName.segmentNumber(name) != nil else { return false }
        guard name == store.active else { return true }
        switch damage {
        case .cut(let size): return size < store.watermark
        case .flip(let offset, _): return offset < store.watermark
        }
    }

    /// The first commit that the damage may bring back: only the end of the log can be taken for
    /// one that was never written.
    private func earliest(_ damage: Damage, of name: String) -> Int {
        let last = store.history.count - 1
        guard name == store.active else { return last }
        let place: Int
        switch damage {
        case .cut(let size): place = size
        case .flip(let offset, _):
            guard offset >= store.watermark else { return last }
            place = offset
        }
        let before = (store.ends.first?.commit ?? last + 1) - 1
        return store.ends.last { $0.offset <= place }?.commit ?? before
    }
}
