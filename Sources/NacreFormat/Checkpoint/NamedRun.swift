/// A run of a full-text index, as a checkpoint names it: a file of its own, which is found again
/// only as it was written.
package struct NamedRun: Sendable, Hashable {
    /// The number of the run's file.
    package let number: UInt32
    /// The size of the file, in bytes.
    package let size: Int
    /// The checksum in the run's header, which covers those of all parts of the run.
    package let checksum: UInt32

    package init(number: UInt32, size: Int, checksum: UInt32) {
        self.number = number
        self.size = size
        self.checksum = checksum
    }

    package func encode(into buffer: ByteBuffer) {
        buffer.append(number)
        buffer.append(checksum)
        buffer.append(UInt64(size))
    }

    /// Decodes a section of named runs.
    /// - Parameter origin: The offset of the section in its file.
    package static func decodeAll(
        _ view: ByteView, origin: Int
    ) throws(FormatError) -> [NamedRun] {
        var reader = ByteReader(view, structure: "named run", origin: origin)
        var runs: [NamedRun] = []
        while reader.remaining > 0 {
            let number: UInt32 = try reader.read("run number")
            let checksum: UInt32 = try reader.read("checksum")
            let size: UInt64 = try reader.read("size")
            guard number > 0, size < 1 << 32 else {
                throw reader.error(
                    .badValue, "size", expected: "a number, and a size below 2^32",
                    found: "\(number), \(size)")
            }
            runs.append(NamedRun(number: number, size: Int(size), checksum: checksum))
        }
        return runs
    }
}
