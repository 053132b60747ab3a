internal import NacreFormat
internal import Synchronization

/// Keeps the directories of a store's segments, which are made when history is first read. Later
/// reads only walk over what was written since. Thread-safe.
final class HistoryIndex: Sendable {
    private struct State {
        /// The directories, in any order.
        var directories: [SegmentDirectory] = []
        /// The stamp of the newest version that was read.
        var stamp: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Returns the history that a snapshot holds.
    /// - Throws: `corrupt`.
    func history(of snapshot: DatabaseSnapshot) throws(StoreError) -> RecordHistory {
        let outcome = state.withLock { state -> Result<RecordHistory, StoreError> in
            do throws(StoreError) {
                let directories = try update(&state, snapshot)
                return .success(RecordHistory(snapshot, directories))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Returns the directories of a snapshot's segments, after reading what they lack.
    private func update(
        _ state: inout State, _ snapshot: DatabaseSnapshot
    ) throws(StoreError) -> [SegmentDirectory] {
        let numbers = snapshot.version.segments.allNumbers
        if snapshot.version.stamp > state.stamp {
            state.stamp = snapshot.version.stamp
            state.directories.removeAll { !numbers.contains($0.segment) }
        }
        var found: [SegmentDirectory] = []
        for number in numbers {
            guard let view = snapshot.logBytes(of: number) else { continue }
            let place = state.directories.firstIndex { $0.segment == number }
            do throws(FormatError) {
                var directory = SegmentDirectory(try SegmentHeader.decode(view), in: view)
                if let place, state.directories[place].salt == directory.salt {
                    directory = state.directories[place]
                }
                try directory.extend(view, snapshot.catalog)
                found.append(directory)
                if let place {
                    state.directories[place] = directory
                } else {
                    state.directories.append(directory)
                }
            } catch {
                throw StoreError(error, file: snapshot.path(of: number))
            }
        }
        return found
    }
}

extension DatabaseSnapshot {
    /// Returns the bytes of a segment up to the end of the version or, if the version ends in
    /// another segment, up to its valid length.
    func logBytes(of number: SegmentNumber) -> ByteView? {
        guard let view = wholeSegment(number) else { return nil }
        let end =
            number == version.end.segment
            ? version.end.offset : version.usage[number]?.length ?? view.count
        return view[0..<min(end, view.count)]
    }
}
