internal import ArgumentParser
internal import CTrials
internal import Foundation

/// A disk in a file: ext4 on a loop device, whose power can be cut. Needs root.
final class LoopDisk {
    let mountPoint: URL
    private let folder: URL
    private let device: String
    private var isMounted = false

    /// Reports prominently that a trial is skipped if there can be no such disk.
    /// - Throws: An error in that case, if the trial is required.
    static func isAvailable(for trial: String, _ rounds: Int, required: Bool) throws -> Bool {
        guard let obstacle else { return true }
        print("\(trial): SKIPPED, 0 of \(rounds) rounds done: \(obstacle)")
        if required { throw ExitCode(2) }
        return false
    }

    /// The reason why there can be no such disk here, or nil if there can.
    private static var obstacle: String? {
        #if os(Linux)
            if getuid() != 0 { return "only root may mount a disk" }
            if !FileManager.default.fileExists(atPath: "/dev/loop-control") {
                return "there are no loop devices"
            }
            for tool in ["mkfs.ext4", "losetup"] where find(tool) == nil {
                return "there is no \(tool)"
            }
            do {
                // Some machines show the devices and refuse to use them.
                let disk = try LoopDisk(megabytes: 4)
                defer { disk.remove() }
                try disk.mount(options: "")
                try disk.cutPower(flushesJournal: false)
                return nil
            } catch {
                return "\(error)"
            }
        #else
            return "this is not Linux"
        #endif
    }

    init(megabytes: Int) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "nacre-disk-\(UUID().uuidString)")
        mountPoint = folder.appending(path: "mounted")
        let image = folder.appending(path: "image").path
        try FileManager.default.createDirectory(at: mountPoint, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: image))
        let file = try FileHandle(forWritingTo: URL(filePath: image))
        try file.truncate(atOffset: UInt64(megabytes) << 20)
        try file.close()
        do {
            _ = try Self.run("mkfs.ext4", "-q", "-F", image)
            device = try Self.run("losetup", "--find", "--show", image)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    func mount(options: String) throws {
        try check(unsafe trial_mount(device, mountPoint.path, options), "mount with '\(options)'")
        isMounted = true
    }

    /// Cuts the power: from now on no write reaches the disk. Unmounting and mounting it again is
    /// the reboot.
    func cutPower(flushesJournal: Bool) throws {
        try check(
            unsafe trial_cut_power(mountPoint.path, flushesJournal ? 1 : 0), "cut the power of")
    }

    /// Unmounts the disk, after a short wait for processes that are about to end.
    func unmount() throws {
        var result: CInt = 0
        for _ in 0..<1000 {
            result = unsafe trial_unmount(mountPoint.path)
            if result != EBUSY { break }
            usleep(1000)
        }
        try check(result, "unmount")
        isMounted = false
    }

    /// Removes everything, in any state.
    func remove() {
        if isMounted { try? unmount() }
        _ = try? Self.run("losetup", "--detach", device)
        try? FileManager.default.removeItem(at: folder)
    }

    private func check(_ result: CInt, _ action: String) throws {
        guard result != 0 else { return }
        throw TrialFailure("could not \(action) \(device): error \(result)")
    }

    private static func find(_ tool: String) -> String? {
        ["/usr/sbin/", "/sbin/", "/usr/bin/", "/bin/"].map { $0 + tool }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// - Returns: The tool's output, without the newline.
    private static func run(_ tool: String, _ arguments: String...) throws -> String {
        guard let path = find(tool) else { throw TrialFailure("there is no \(tool)") }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw TrialFailure("\(tool) \(arguments) failed: \(process.terminationStatus)")
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
