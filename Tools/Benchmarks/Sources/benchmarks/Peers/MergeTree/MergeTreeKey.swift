/// The keys of a database: the run, then the value that orders it, then the city's id unless that
/// value is unique.
///
/// Numbers have their most significant byte first, with the sign reversed, so that their bytes are
/// in the order of the numbers. A text ends with a zero byte, which no name contains.
enum MergeTreeKey {
    private static let runSize = 1
    private static let numberSize = 8

    /// Calls `body` with the key of a number.
    static func with<Result>(
        _ run: KeyRun, _ number: Int64, id: Int64? = nil,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let size = runSize + numberSize * (id == nil ? 1 : 2)
        return try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { key in
            unsafe key[0] = run.rawValue
            unsafe key.storeBytes(of: ordered(number), toByteOffset: runSize, as: UInt64.self)
            if let id {
                unsafe key.storeBytes(
                    of: ordered(id), toByteOffset: runSize + numberSize, as: UInt64.self)
            }
            return try unsafe body(UnsafeRawBufferPointer(key))
        }
    }

    /// Calls `body` with the key of a text, or, without an id, with the beginning of such keys.
    static func with<Result>(
        _ run: KeyRun, _ text: String, id: Int64?,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        var text = text
        return try text.withUTF8 { text in
            let end = runSize + text.count
            let size = end + (id == nil ? 0 : 1 + numberSize)
            return try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { key in
                unsafe key[0] = run.rawValue
                unsafe UnsafeMutableRawBufferPointer(rebasing: key[runSize...])
                    .copyMemory(from: UnsafeRawBufferPointer(text))
                if let id {
                    unsafe key[end] = 0
                    unsafe key.storeBytes(
                        of: ordered(id), toByteOffset: end + 1, as: UInt64.self)
                }
                return try unsafe body(UnsafeRawBufferPointer(key))
            }
        }
    }

    /// Calls `body` with a key below all of a run, and above all of those before it.
    static func withStart<Result>(
        ofRun run: UInt8, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try unsafe withUnsafeBytes(of: run, body)
    }

    // MARK: Reading

    static func number(_ key: UnsafeRawBufferPointer) -> Int64 {
        unsafe number(key, at: runSize)
    }

    static func text(_ key: UnsafeRawBufferPointer) -> String {
        let text = unsafe key[runSize..<key.count - numberSize - 1]
        return unsafe String(decoding: UnsafeRawBufferPointer(rebasing: text), as: UTF8.self)
    }

    static func id(_ key: UnsafeRawBufferPointer) -> Int64 {
        unsafe number(key, at: key.count - numberSize)
    }

    private static func number(_ key: UnsafeRawBufferPointer, at place: Int) -> Int64 {
        let bits = unsafe key.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        return Int64(bitPattern: UInt64(bigEndian: bits)) ^ .min
    }

    private static func ordered(_ number: Int64) -> UInt64 {
        UInt64(bitPattern: number ^ .min).bigEndian
    }
}
