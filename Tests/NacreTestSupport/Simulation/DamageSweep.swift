internal import NacreEngine
internal import NacreFormat

/// A store that is cut at any byte, whose every bit is flipped, and that gains, loses and moves
/// bytes. After each damage one of these must hold: the store shows the same content as before, it
/// shows an earlier commit if nothing proves that later ones were synced, or it reports the place
/// of the damage, at opening or to the reader. A store that a check finds sound must open for
/// changes and show the same content.
package struct DamageSweep: Sendable {
    package enum Damage: Sendable {
        /// The file ends at an offset.
        case cut(Int)
        case flip(Int, bit: Int)
        /// One additional byte.
        case gain(Int)
        /// Fewer bytes: one, or a sector's worth.
        case loss(Int, Int)
        /// A byte moves after those that follow it.
        case move(Int)

        static let ways = 13
        private static let distance = 100

        /// - Parameter way: The kind of damage, from 0 to below `ways`.
        init(_ way: Int, at offset: Int) {
            self =
                switch way {
                case 0..<8: .flip(offset, bit: way)
                case 8: .cut(offset)
                case 9: .gain(offset)
                case 10: .loss(offset, 1)
                case 11: .loss(offset, DiskOperation.sectorSize)
                default: .move(offset)
                }
        }

        func apply(to bytes: [UInt8]) -> [UInt8] {
            switch self {
            case .cut(let size): Array(bytes.prefix(size))
            case .flip(let offset, let bit): bytes.flipping(bit: offset * 8 + bit)
            case .gain(let offset): bytes.inserting(0x0D, at: offset)
            case .loss(let offset, let count): bytes.losing(count, at: offset)
            case .move(let offset): bytes.moving(at: offset, by: Self.distance)
            }
        }

        /// The bytes of the sound file that the damage touches.
        var range: Range<Int> {
            switch self {
            case .cut(let size): size..<size
            case .flip(let offset, _): offset..<offset + 1
            case .gain(let offset): offset..<offset
            case .loss(let offset, let count): offset..<offset + count
            case .move(let offset): offset..<offset + Self.distance + 1
            }
        }

        /// The distance by which the damage moves the later bytes.
        var shift: Int {
            switch self {
            case .cut, .flip, .move: 0
            case .gain: 1
            case .loss(_, let count): -count
            }
        }

        /// Whether frames after the damage are no longer at their offsets.
        var displaces: Bool {
            switch self {
            case .cut, .flip: false
            case .gain, .loss, .move: true
            }
        }
    }

    package enum Outcome: String, Sendable, CaseIterable, Codable {
        case equal, earlier, refused
    }

    private let store: DamagedStore
    private let isClosed: Bool
    /// The first damage of each file, as an index.
    private let starts: [Int]
    /// The number of damages.
    package let count: Int

    package init(isClosed: Bool) throws {
        self.isClosed = isClosed
        store = try DamagedStore(isClosed: isClosed)
        try requireEqual(store.kinds, Set(FrameKind.allCases), "kinds of frames")
        var starts: [Int] = []
        var count = 0
        for file in store.image.files {
            starts.append(count)
            count += file.state.bytes.count * Damage.ways
        }
        self.starts = starts
        self.count = count
    }

    /// The size of the files, in bytes.
    package var size: Int { count / Damage.ways }

    private func damage(_ index: Int) -> (file: Int, Damage) {
        let file = (starts.lastIndex { $0 <= index }) ?? 0
        let (offset, way) = (index - starts[file]).quotientAndRemainder(dividingBy: Damage.ways)
        return (file, Damage(way, at: offset))
    }

    /// Applies one of the damages, opens the store and compares it.
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
        let state = files[file].state
        let bytes = damage.apply(to: state.bytes)
        files[file].state.setSize(0)
        files[file].state.write(bytes[...], at: 0)
        // Reserved zeros at the end are still there.
        if case .cut = damage { return CrashImage(files) }
        files[file].state.setSize(state.size + bytes.count - state.bytes.count)
        return CrashImage(files)
    }

    private func outcome(
        _ damage: Damage, of name: String, in image: CrashImage, _ index: Int
    ) throws -> Outcome {
        let last = store.history.count - 1
        if index % 4 == 0 { try checkVerdict(image, index) }
        let database: Database
        do {
            // Readers change nothing, writers recover: the two alternate.
            database = try open(image, isReadOnly: index % 2 == 0, index)
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
            // Opening does not check records that a checkpoint covers, so their reader gets the
            // error.
            guard isProven(damage, of: name) else { throw Wrong("reading was refused: \(error)") }
            guard error.code == .corrupt, error.file != nil, error.offset != nil else {
                throw Wrong("no place is named: \(error)")
            }
            return .refused
        }
        return commit == last ? .equal : .earlier
    }

    private func open(_ image: CrashImage, isReadOnly: Bool, _ index: Int) throws -> Database {
        try Database(
            at: TestStore.path,
            options: isReadOnly ? .readOnly : Database.Options(segmentSizeNominal: 20_000),
            fileSystem: SimulatedDisk(image), environment: .repeatable(seed: UInt64(index)))
    }

    /// Checks that a store found sound opens for changes, and shows a writer the same content as a
    /// reader.
    private func checkVerdict(_ image: CrashImage, _ index: Int) throws {
        let checker = IntegrityChecker(
            path: TestStore.path, isDeep: index % 8 == 0, fileSystem: SimulatedDisk(image))
        guard let report = try? checker.run(), report.isSound else { return }
        let databases = try [true, false].map { try open(image, isReadOnly: $0, index) }
        let snapshots = try databases.map { try $0.snapshot() }
        try requireEqual(snapshots[1].commit, snapshots[0].commit, "commit of a sound store")
        for snapshot in snapshots {
            let commit = Int(snapshot.commit.rawValue)
            if let difference = try store.history[commit].difference(from: snapshot) {
                throw Wrong("verified as sound, at commit \(commit): \(difference)")
            }
        }
    }

    /// Whether the damaged bytes had been synced. There nothing is cut off, and a reader that needs
    /// them gets an error. After that point it is a torn tail, and damage of any other file costs
    /// only time.
    private func isProven(_ damage: Damage, of name: String) -> Bool {
        guard FileName.segmentNumber(name) != nil else { return false }
        guard name == store.active else { return true }
        return damage.range.lowerBound < store.watermark
    }

    /// Whether intact frames of the active segment prove that the damaged bytes had been synced.
    /// After a displacement, two such frames prove it, or a close frame. A frame does not count if
    /// it now begins in the payload of a frame whose header is right: it may be a value.
    private func isShown(_ damage: Damage) -> Bool {
        let range = damage.range
        guard damage.displaces else {
            if case .cut = damage { return false }
            return range.lowerBound < store.watermark
        }
        let damaged = store.frames.last { $0.start + FrameHeaderFields.size <= range.lowerBound }
        let whole = store.frames.count {
            $0.start >= range.upperBound && $0.start + damage.shift >= damaged?.payloadEnd ?? 0
        }
        return range.lowerBound < store.watermark && whole >= (isClosed ? 1 : 2)
    }

    /// Returns the first commit that the store may show after the damage: only the end of the log
    /// can look as if it had never been written.
    private func earliest(_ damage: Damage, of name: String) -> Int {
        let last = store.history.count - 1
        guard name == store.active else { return last }
        guard !isShown(damage) else { return last }
        let place = damage.range.lowerBound
        let before = (store.ends.first?.commit ?? last + 1) - 1
        return store.ends.last { $0.offset <= place }?.commit ?? before
    }
}
