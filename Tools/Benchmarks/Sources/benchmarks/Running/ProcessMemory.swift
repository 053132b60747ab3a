import CMalloc
import Foundation

/// The memory of this process, in bytes; nil if the system does not report it.
enum ProcessMemory {
    /// The memory in use, mapped files included.
    static var resident: Int? { bytes("VmRSS") }
    /// The most that was in use since `resetPeak()`.
    static var peak: Int? { bytes("VmHWM") }
    /// The memory that is not mapped from files.
    static var anonymous: Int? { bytes("RssAnon") }

    static func resetPeak() {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    /// Returns freed memory to the system, so that only memory in use counts.
    static func returnFreed() {
        #if canImport(Glibc)
            _ = malloc_trim(0)
        #endif
    }

    private static func bytes(_ key: String) -> Int? {
        let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(key + ":") }
        let words = line?.split(whereSeparator: \.isWhitespace) ?? []
        return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
    }
}
