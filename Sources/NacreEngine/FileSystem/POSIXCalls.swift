internal import CNacreShims
internal import NacreFormat
internal import SystemPackage

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The system calls, one per function. No other type calls libc. Interrupted calls are repeated.
/// Any other failure throws its error number.
enum POSIXCalls {
    private static func check(_ call: () -> CInt) throws(Errno) -> CInt {
        try RepeatedCalls.untilDone { () throws(Errno) in try unlessInterrupted(call()) }
    }

    /// Returns the result of a call, or nil if the call must be repeated.
    private static func unlessInterrupted<Result: SignedInteger>(
        _ result: Result
    ) throws(Errno) -> Result? {
        if result >= 0 { return result }
        if errno == EINTR { return nil }
        throw Errno(rawValue: errno)
    }

    /// Makes a directory that only its owner can access, if it does not exist.
    /// - Returns: false if it exists.
    static func makeDirectory(_ path: String) throws(Errno) -> Bool {
        do {
            _ = try check { unsafe mkdir(path, 0o700) }
        } catch {
            if error != .fileExists { throw error }
            return false
        }
        // Independent of the process's umask.
        _ = try check { unsafe fchmodat(AT_FDCWD, path, 0o700, 0) }
        return true
    }

    /// Removes an empty directory.
    static func removeDirectory(_ path: String) throws(Errno) {
        _ = try check { unsafe rmdir(path) }
    }

    static func openDirectory(_ path: String) throws(Errno) -> CInt {
        try check { unsafe openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }

    /// Opens a directory. It tries to open before it creates, as the directory nearly always
    /// exists.
    /// - Parameter creating: Whether to make the directory if it does not exist.
    static func openDirectory(
        _ path: String, creating: Bool
    ) throws(Errno) -> (descriptor: CInt, isMade: Bool) {
        do { return (try openDirectory(path), false) } catch {
            guard creating, error == .noSuchFileOrDirectory else { throw error }
            let isMade = try makeDirectory(path)
            return (try openDirectory(path), isMade)
        }
    }

    enum Opening {
        case read, write, create
    }

    /// Opens a regular file of a directory. Never follows a link and never blocks on a pipe. A new
    /// file is accessible to its owner only, whatever the process's umask is.
    static func open(
        _ name: String, in directory: CInt, _ opening: Opening
    ) throws(Errno) -> CInt {
        var flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        switch opening {
        case .read: flags |= O_RDONLY
        case .write: flags |= O_RDWR
        case .create: flags |= O_RDWR | O_CREAT | O_EXCL
        }
        let descriptor = try check { unsafe openat(directory, name, flags, 0o600) }
        var status = stat()
        do {
            if opening == .create { _ = try check { fchmod(descriptor, 0o600) } }
            _ = try check { unsafe fstat(descriptor, &status) }
        } catch {
            close(descriptor)
            throw error
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .noSuchAddressOrDevice
        }
        return descriptor
    }

    /// Opens a file for writing, or creates it if it does not exist. It nearly always exists.
    static func openOrCreate(_ name: String, in directory: CInt) throws(Errno) -> CInt {
        do { return try open(name, in: directory, .write) } catch {
            guard error == .noSuchFileOrDirectory else { throw error }
        }
        do { return try open(name, in: directory, .create) } catch {
            guard error == .fileExists else { throw error }
        }
        // Another process has just created it.
        return try open(name, in: directory, .write)
    }

    /// Lets other threads run while this thread waits for one of them.
    /// - Parameter turn: The number of pauses so far. From 100 on, the thread sleeps.
    static func pause(turn: Int) {
        if turn < 100 { _ = sched_yield() } else { _ = usleep(200) }
    }

    static func close(_ descriptor: CInt) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Musl.close(descriptor)
        #endif
    }

    static func size(_ descriptor: CInt) throws(Errno) -> Int {
        var status = stat()
        _ = try check { unsafe fstat(descriptor, &status) }
        return Int(status.st_size)
    }

    /// The identity of a file, which all its names share.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    static func identity(_ descriptor: CInt) throws(Errno) -> Identity {
        var status = stat()
        _ = try check { unsafe fstat(descriptor, &status) }
        return Identity(status)
    }

    /// Returns the identity of the file that a path leads to.
    static func identity(_ path: String) throws(Errno) -> Identity {
        var status = stat()
        _ = try check { unsafe fstatat(AT_FDCWD, path, &status, 0) }
        return Identity(status)
    }

    static func identity(_ name: String, in directory: CInt) throws(Errno) -> Identity {
        var status = stat()
        _ = try check { unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) }
        return Identity(status)
    }

    /// Returns the identity of a path's file. Links within the path are followed, but not a link at
    /// its end.
    static func identity(ofPath path: String) throws(Errno) -> Identity {
        try identity(path, in: AT_FDCWD)
    }

    /// Returns this process's working directory, to which relative paths refer.
    static func workingDirectory() throws(Errno) -> String {
        guard let buffer = unsafe getcwd(nil, 0) else { throw Errno(rawValue: errno) }
        defer { unsafe free(buffer) }
        return unsafe String(cString: buffer)
    }

    /// Returns the number of the file's names: 0 once it was removed.
    static func nameCount(_ descriptor: CInt) throws(Errno) -> Int {
        var status = stat()
        _ = try check { unsafe fstat(descriptor, &status) }
        return Int(status.st_nlink)
    }

    /// Writes all bytes, in as many calls as needed.
    static func write(_ bytes: ByteView, to descriptor: CInt, at offset: Int) throws(Errno) {
        let written = try RepeatedCalls.moving(bytes.count) { (done) throws(Errno) in
            let rest = bytes[done..<bytes.count]
            return try unlessInterrupted(
                unsafe pwrite(
                    descriptor, rest.buffer.baseAddress, rest.count, off_t(offset + done)))
        }
        // A call that writes nothing and reports no error would otherwise repeat forever.
        if written < bytes.count { throw .ioError }
    }

    static func truncate(_ descriptor: CInt, to size: Int) throws(Errno) {
        _ = try check { ftruncate(descriptor, off_t(size)) }
    }

    /// Extends the file, with allocated disk space if the file system can guarantee it.
    static func extend(_ descriptor: CInt, from size: Int, to newSize: Int) throws(Errno) {
        #if os(Linux)
            // The call returns its error. If a file system cannot allocate space, glibc writes
            // zeros.
            let code: CInt = RepeatedCalls.untilDone {
                let code = posix_fallocate(descriptor, off_t(size), off_t(newSize - size))
                return code == EINTR ? nil : code
            }
            guard code == 0 || code == EINVAL || code == EOPNOTSUPP else {
                throw Errno(rawValue: code)
            }
            if code == 0 { return }
        #elseif canImport(Darwin)
            // If a file system cannot allocate space, the file is extended anyway.
            var room = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: off_t(newSize - size), fst_bytesalloc: 0)
            do { _ = try check { unsafe fcntl(descriptor, F_PREALLOCATE, &room) } } catch {
                guard [.notSupported, .invalidArgument].contains(error) else { throw error }
            }
        #endif
        try truncate(descriptor, to: newSize)
    }

    /// Lets the system start writing the whole pages of a range to the disk. The partial last page
    /// is left until later writes fill it. Only the next sync reports failures.
    static func startWriteBack(_ descriptor: CInt, _ range: Range<Int>) {
        let page = Int(getpagesize())
        let start = range.lowerBound / page * page
        let end = range.upperBound / page * page
        if start < end { nacre_start_write_back(descriptor, Int64(start), Int64(end - start)) }
    }

    /// Makes a file's bytes and size durable, including the drive's cache if the system supports
    /// that.
    static func syncData(_ descriptor: CInt) throws(Errno) {
        #if canImport(Darwin)
            try syncThroughCache(descriptor)
        #else
            _ = try check { fdatasync(descriptor) }
        #endif
    }

    private static func syncThroughCache(_ descriptor: CInt) throws(Errno) {
        #if canImport(Darwin)
            do {
                _ = try check { fcntl(descriptor, F_FULLFSYNC) }
                return
            } catch {
                // Fall back only if the file system lacks the call. After any other failure the
                // weaker sync could succeed, and bytes would be lost silently.
                let lacking: [Errno] = [
                    .notSupported, .invalidArgument, .inappropriateIOCTLForDevice,
                ]
                guard lacking.contains(error) else { throw error }
            }
        #endif
        _ = try check { fsync(descriptor) }
    }

    static func syncDirectory(_ descriptor: CInt) throws(Errno) {
        do {
            try syncThroughCache(descriptor)
        } catch {
            // Some file systems cannot sync a directory and report this error.
            if error != .invalidArgument { throw error }
        }
    }

    static func rename(
        _ name: String, to newName: String, in directory: CInt
    ) throws(Errno) {
        _ = try check { unsafe renameat(directory, name, directory, newName) }
    }

    /// Gives an open file another name.
    /// - Parameter path: A path that leads to the file.
    /// - Returns: false if that is not possible, or if the path leads to another file.
    static func link(
        _ descriptor: CInt, at path: String, to name: String, in directory: CInt
    ) -> Bool {
        guard unsafe linkat(AT_FDCWD, path, directory, name, 0) == 0 else { return false }
        do {
            if try identity(name, in: directory) == identity(descriptor) { return true }
        } catch {}
        try? remove(name, in: directory)
        return false
    }

    static func remove(_ name: String, in directory: CInt) throws(Errno) {
        _ = try check { unsafe unlinkat(directory, name, 0) }
    }

    /// Takes a lock that belongs to the descriptor and ends with it.
    /// - Returns: false if another descriptor holds the lock.
    static func tryLock(_ descriptor: CInt) throws(Errno) -> Bool {
        do {
            _ = try check { flock(descriptor, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error == .wouldBlock { return false }
            throw error
        }
    }

    static func unlock(_ descriptor: CInt) {
        _ = flock(descriptor, LOCK_UN)
    }

    /// The number of processors that were online when the program first asked. Asking reads a file,
    /// which takes as long as a small request.
    static let processorCount = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))

    /// - Parameter isPrivate: Whether the memory is writable and seen by this mapping only.
    static func map(
        _ descriptor: CInt, count: Int, isPrivate: Bool = false
    ) throws(Errno) -> MappedBytes {
        guard count > 0 else { return MappedBytes(.empty) {} }
        #if os(Linux)
            // Little of this memory is ever written, so no swap space is reserved for all of it.
            let privately = MAP_PRIVATE | MAP_NORESERVE
        #else
            let privately = MAP_PRIVATE
        #endif
        let (access, kind) =
            isPrivate ? (PROT_READ | PROT_WRITE, privately) : (PROT_READ, MAP_SHARED)
        let address = unsafe mmap(nil, count, access, kind, descriptor, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw Errno(rawValue: errno)
        }
        // SAFETY: the mapping is `count` bytes long, and only this closure unmaps it.
        let bits = UInt(bitPattern: address)
        return MappedBytes(unsafe ByteView(base: address, count: count)) {
            if let address = unsafe UnsafeMutableRawPointer(bitPattern: bits) {
                _ = unsafe munmap(address, count)
            }
        }
    }

    /// Reads a range of a file, up to the file's end.
    static func copy(_ descriptor: CInt, _ range: Range<Int>) throws(Errno) -> MappedBytes {
        let count = range.count
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
        let done: Int
        do {
            done = try RepeatedCalls.moving(count) { (done) throws(Errno) in
                try unlessInterrupted(
                    unsafe pread(
                        descriptor, buffer + done, count - done, off_t(range.lowerBound + done)))
            }
        } catch {
            unsafe buffer.deallocate()
            throw error
        }
        // SAFETY: only this object refers to the buffer, and only this closure deallocates it.
        let bits = UInt(bitPattern: buffer)
        return MappedBytes(unsafe ByteView(base: buffer, count: done)) {
            unsafe UnsafeMutableRawPointer(bitPattern: bits)?.deallocate()
        }
    }

    static func names(_ descriptor: CInt) throws(Errno) -> [String] {
        // The stream owns its descriptor. A duplicate would share the read position.
        let copy = try check { unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = unsafe fdopendir(copy) else {
            close(copy)
            throw Errno(rawValue: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            // Only `errno` tells the end from an error.
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            // Read in place: an entry is shorter than its type, which has room for the longest
            // name.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            // A name that is not UTF-8 is not the engine's, but must not be skipped.
            let name = unsafe String(
                cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw Errno(rawValue: errno) }
        return names
    }

    static var processID: Int { Int(nacre_process_id()) }
}
