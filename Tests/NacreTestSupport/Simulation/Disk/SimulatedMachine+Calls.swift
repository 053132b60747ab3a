internal import NacreEngine
internal import NacreFormat

/// Calls that may fail: writes, syncs, and the common beginning of every call.
extension SimulatedMachine {
    /// The kind of a call, as far as faults distinguish it.
    enum CallKind {
        case reading, growing, writing, other
    }

    /// Begins a call, which may be one that fails.
    mutating func call(
        _ what: String, _ path: String, _ kind: CallKind
    ) throws(FileError) {
        defer { callCount += 1 }
        guard let fault = hit(kind) else { return }
        switch fault.kind {
        case .ioError, .diskFull: try fail(fault, what, path)
        case .interrupted where kind != .writing:
            var signals = signals(of: fault)
            RepeatedCalls.untilDone {
                defer { signals -= 1 }
                return signals > 0 ? nil : ()
            }
        // The write itself handles these.
        case .interrupted, .shortWrite, .delayedError: break
        }
    }

    /// Returns the fault that the present call meets.
    private func hit(_ kind: CallKind) -> DiskFault? {
        guard let fault, callCount >= fault.call else { return nil }
        switch fault.kind {
        case .ioError, .interrupted: return fault
        case .diskFull: return kind == .growing || kind == .writing ? fault : nil
        case .shortWrite, .delayedError: return kind == .writing ? fault : nil
        }
    }

    private mutating func fail(
        _ fault: DiskFault, _ what: String, _ path: String
    ) throws(FileError) {
        hasFailed = true
        use(fault)
        throw FileError(
            fault.kind == .diskFull ? .diskFull : .other,
            "Could not \(what). The trial made this call fail.", path: path)
    }

    private mutating func use(_ fault: DiskFault) {
        if !fault.isForever { self.fault = nil }
    }

    /// Returns the number of times a call is interrupted.
    private mutating func signals(of fault: DiskFault) -> Int {
        use(fault)
        return fault.isForever ? 3 : 1
    }

    // MARK: Writes

    /// Writes all bytes, or writes a part and then fails.
    mutating func write(
        _ bytes: [UInt8], to file: FileID, at offset: Int, path: String
    ) throws(FileError) {
        let what = "write to the file"
        try tellDelayed(file, what, path)
        let fault = hit(.writing)
        try call(what, path, .writing)
        let half = bytes.count / 2
        switch fault?.kind {
        case .interrupted:
            guard let fault else { return }
            let each = signals(of: fault)
            var signals = each
            _ = RepeatedCalls.moving(bytes.count) { done in
                if signals > 0 {
                    signals -= 1
                    return nil
                }
                signals = each
                let end = done < half ? half : bytes.count
                writePart(bytes[done..<end], to: file, at: offset + done)
                return end - done
            }
        case .shortWrite:
            guard let fault else { return }
            writePart(bytes[..<half], to: file, at: offset)
            try fail(fault, what, path)
        default:
            writePart(bytes[...], to: file, at: offset)
            guard let fault, fault.kind == .delayedError else { return }
            use(fault)
            delayed.insert(file)
        }
    }

    private mutating func writePart(_ bytes: ArraySlice<UInt8>, to file: FileID, at offset: Int) {
        let bytes = Array(bytes)
        change(
            .write(file, offset: offset, bytes: bytes),
            DiskOperation.writes(file, offset, bytes))
    }

    /// Throws the error of an earlier write, which has not been reported yet.
    private mutating func tellDelayed(
        _ file: FileID, _ what: String, _ path: String
    ) throws(FileError) {
        guard delayed.remove(file) != nil else { return }
        callCount += 1
        hasFailed = true
        loseUnsynced(file)
        throw FileError(
            .other, "Could not \(what). The trial made an earlier write fail.", path: path)
    }

    // MARK: Syncs

    mutating func sync(
        _ target: SyncTarget, _ point: SyncPoint, path: String
    ) throws(FileError) {
        if case .file(let file) = target {
            try tellDelayed(file, "sync", path)
            do { try call("sync", path, .other) } catch {
                loseUnsynced(file)
                throw error
            }
        } else {
            try call("sync", path, .other)
        }
        settle(target, point)
    }

    private mutating func loseUnsynced(_ file: FileID) {
        guard behaviour.syncFailure != .staysPending else { return }
        forget(file, isShown: behaviour.syncFailure != .reverted)
        guard behaviour.syncFailure == .reverted else { return }
        let content = content(file)
        let durable = state.files[file] ?? FileState()
        // Through the same memory, so that mappings show it too.
        content.setSize(0)
        content.setSize(durable.size)
        durable.bytes.withView { content.write($0, at: 0) }
    }
}
