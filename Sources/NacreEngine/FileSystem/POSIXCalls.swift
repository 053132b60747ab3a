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

/// The system calls, one a function: the only type that calls libc. Interrupted calls are
/// repeated; everything else that fails throws its error number.
enum POSIXCalls {
    private static func check(_ call: () -> CInt) throws(Errno) -> CInt {
        try RepeatedCalls.untilDone { () throws(Errno) in try unlessInterrupted(call()) }
    }

    /// What a call has returned; nil if it is to be repeated.
    private static func unlessInterrupted<Result: SignedInteger>(
        _ result: Result
    ) throws(Errno) -> Result? {
        if result >= 0 { return result }
        if errno == EINTR { return nil }
        throw Errno(rawValue: errno)
    }

    /// Makes a directory for its owner only, if it does not exist.
    /// - Returns: false if it exists.
    static func makeDirectory(_ path: String) throws(Errno) -> Bool {
        do {
            _ = try check { unsafe mkdir(path, 0o700) }
        } catch {
            if error != .fileExists { throw error }
            return false
        }
        // Whatever the process's mask has taken away or left.
        _ = try check { unsafe fchmodat(AT_FDCWD, path, 0o700, 0) }
        return true
    }

    /// Removes a directory that is empty.
    static func removeDirectory(_ path: String) throws(Errno) {
        _ = try check { unsafe rmdir(path) }
    }

    static func openDirectory(_ path: String) throws(Errno) -> CInt {
        try check { unsafe openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }

    /// Asks first, as there is nearly always one.
    /// - Parameter creating: whether to make one where there is none.
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

    /// Opens a regular file of a directory. Never follows a link, never blocks on a pipe. A file
    /// that it makes is its owner's alone, whatever the process would have new files be.
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

    /// The same for writing, of one that is made where there is none: nearly always there is.
    static func openOrCreate(_ name: String, in directory: CInt) throws(Errno) -> CInt {
        do { return try open(name, in: directory, .write) } catch {
            guard error == .noSuchFileOrDirectory else { throw error }
        }
        do { return try open(name, in: directory, .create) } catch {
            guard error == .fileExists else { throw error }
        }
        // Somebody else has just made it.
        return try open(name, in: directory, .write)
    }

    /// Lets others go on while a thread waits for one of them.
    /// - Parameter turn: how often it has waited already; in the end it is better to sleep.
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

    /// What two names of one file have in common.
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

    /// Of what a path leads to.
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

    /// Through links in the path, but not through one of that name itself.
    static func identity(ofPath path: String) throws(Errno) -> Identity {
        try identity(path, in: AT_FDCWD)
    }

    /// Of this process; paths that begin with no slash begin there.
    static func workingDirectory() throws(Errno) -> String {
        guard let buffer = unsafe getcwd(nil, 0) else { throw Errno(rawValue: errno) }
        defer { unsafe free(buffer) }
        return unsafe String(cString: buffer)
    }

    /// By how many names the file can be found. None, once it was removed.
    static func nameCount(_ descriptor: CInt) throws(Errno) -> Int {
        var status = stat()
        _ = try check { unsafe fstat(descriptor, &status) }
        return Int(status.st_nlink)
    }

    /// Writes everything, however many calls it takes.
    static func write(_ bytes: ByteView, to descriptor: CInt, at offset: Int) throws(Errno) {
        let written = try RepeatedCalls.moving(bytes.count) { (done) throws(Errno) in
            let rest = bytes[done..<bytes.count]
            return try unlessInterrupted(
                unsafe pwrite(
                    descriptor, rest.buffer.baseAddress, rest.count, off_t(offset + done)))
        }
        // A write of nothing that reports no error would go on for ever.
        if written < bytes.count { throw .ioError }
    }

    static func truncate(_ descriptor: CInt, to size: Int) throws(Errno) {
        _ = try check { ftruncate(descriptor, off_t(size)) }
    }

    /// Lengthens the file with room on the disk where the file system can promise it.
    static func extend(_ descriptor: CInt, from size: Int, to newSize: Int) throws(Errno) {
        #if os(Linux)
            // Returns its error. Where a file system cannot promise room, glibc writes zeros.
            let code: CInt = RepeatedCalls.untilDone {
                let code = posix_fallocate(descriptor, off_t(size), off_t(newSize - size))
                return code == EINTR ? nil : code
            }
            guard code == 0 || code == EINVAL || code == EOPNOTSUPP else {
                throw Errno(rawValue: code)
            }
            if code == 0 { return }
        #elseif canImport(Darwin)
            // Where a file system cannot promise room, the file is lengthened all the same.
            var room = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: off_t(newSize - size), fst_bytesalloc: 0)
            do { _ = try check { unsafe fcntl(descriptor, F_PREALLOCATE, &room) } } catch {
                guard [.notSupported, .invalidArgument].contains(error) else { throw error }
            }
        #endif
        try truncate(descriptor, to: newSize)
    }

    /// Lets the system bring whole pages of a range to the disk already; the last one is left to
    /// whoever fills it. What comes of that is told by the next sync, and only by it.
    static func startWriteBack(_ descriptor: CInt, _ range: Range<Int>) {
        let page = Int(getpagesize())
        let start = range.lowerBound / page * page
        let end = range.upperBound / page * page
        if start < end { nacre_start_write_back(descriptor, Int64(start), Int64(end - start)) }
    }

    /// Makes a file's bytes and size durable, through the drive's cache where the system can.
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
                // Only where the file system lacks it: after any other failure the weaker sync
                // could succeed, and bytes be lost of which nobody would hear.
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
            // Some file systems have nothing to sync of a directory and say so.
            if error != .invalidArgument { throw error }
        }
    }

    static func rename(
        _ name: String, to newName: String, in directory: CInt
    ) throws(Errno) {
        _ = try check { unsafe renameat(directory, name, directory, newName) }
    }

    static func remove(_ name: String, in directory: CInt) throws(Errno) {
        _ = try check { unsafe unlinkat(directory, name, 0) }
    }

    /// Takes a lock that belongs to the descriptor and ends with it.
    /// - Returns: false if someone else has it.
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

    /// How many processors are at work.
    static var processorCount: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

    /// Brings mapped bytes into the process's page table at once, page by page from the one that
    /// holds the first.
    static func prefetch(_ view: ByteView) {
        #if os(Linux)
            // MADV_POPULATE_READ of Linux 5.14, which older headers lack; an older system refuses.
            let populateRead: CInt = 22
            let before = unsafe UInt(bitPattern: view.base) % UInt(getpagesize())
            _ = unsafe madvise(
                UnsafeMutableRawPointer(mutating: view.base - Int(before)),
                view.count + Int(before), populateRead)
        #endif
    }

    /// - Parameter base: at a multiple of the size of huge pages, as is the count of bytes.
    static func preferHugePages(_ base: UnsafeMutableRawPointer, count: Int) {
        #if os(Linux)
            // MADV_HUGEPAGE; a system that has none refuses.
            _ = unsafe madvise(base, count, 14)
        #endif
    }

    /// Takes pages of memory whose contents nobody needs.
    static func giveBack(_ base: UnsafeMutableRawPointer, count: Int) {
        #if os(Linux)
            // MADV_DONTNEED
            _ = unsafe madvise(base, count, 4)
        #endif
    }

    /// - Parameter isPrivate: whether the memory is written to, for whoever has it alone.
    static func map(
        _ descriptor: CInt, count: Int, isPrivate: Bool = false
    ) throws(Errno) -> MappedBytes {
        guard count > 0 else { return MappedBytes(.empty) {} }
        #if os(Linux)
            // Little of it is ever written to: no room is to be kept for all.
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
        // SAFETY: the mapping is `count` bytes long, and unmapped by nobody else.
        let bits = UInt(bitPattern: address)
        return MappedBytes(unsafe ByteView(base: address, count: count)) {
            if let address = unsafe UnsafeMutableRawPointer(bitPattern: bits) {
                _ = unsafe munmap(address, count)
            }
        }
    }

    /// Reads a range of a file, as far as it goes.
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
        // SAFETY: the buffer is ours alone, and given back by nobody else.
        let bits = UInt(bitPattern: buffer)
        return MappedBytes(unsafe ByteView(base: buffer, count: done)) {
            unsafe UnsafeMutableRawPointer(bitPattern: bits)?.deallocate()
        }
    }

    static func names(_ descriptor: CInt) throws(Errno) -> [String] {
        // The stream takes its descriptor over, and starts where the last one stopped.
        let copy = try check { unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = unsafe fdopendir(copy) else {
            close(copy)
            throw Errno(rawValue: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            // The end and an error differ in this only.
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            // Read in place: an entry is shorter than its type, which has room for any name.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            // One that is not UTF-8 is none of ours, and must not be overlooked.
            let name = unsafe String(
                cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw Errno(rawValue: errno) }
        return names
    }

    static var processID: Int { Int(nacre_process_id()) }
}
