internal import NacreFormat

/// The bytes of a file on a simulated disk. From the end of `bytes` up to the size there are zeros,
/// so reserved space costs nothing.
package struct FileState: Sendable {
    package private(set) var bytes: [UInt8] = []
    package private(set) var size = 0

    init() {}

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        size = bytes.count
    }

    mutating func write(_ piece: ArraySlice<UInt8>, at offset: Int) {
        if offset + piece.count > bytes.count {
            bytes += [UInt8](repeating: 0, count: offset + piece.count - bytes.count)
        }
        bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
        size = max(size, bytes.count)
    }

    mutating func setSize(_ newSize: Int) {
        if newSize < bytes.count { bytes.removeSubrange(newSize...) }
        size = newSize
    }

    /// Overwrites the sector around an offset with a constant byte, as far as the file has bytes.
    mutating func destroySector(at offset: Int) {
        let start = offset / DiskOperation.sectorSize * DiskOperation.sectorSize
        for place in start..<max(start, min(start + DiskOperation.sectorSize, bytes.count)) {
            bytes[place] = 0xA5
        }
    }

    /// Hashes the content. Files with equal bytes have equal hashes, regardless of how many of
    /// their zeros are in `bytes`.
    func hash(into digest: inout ImageDigest) {
        digest.add(UInt64(size))
        bytes.withView { view in
            let count = view.countWithoutTrailingZeros
            for word in 0..<count / 8 { digest.add(view.load(UInt64.self, at: word * 8)) }
            for offset in count / 8 * 8..<count { digest.add(UInt64(view[offset]) &+ 1) }
        }
    }
}

/// A fast 64-bit digest, to tell images apart.
struct ImageDigest {
    private(set) var value: UInt64 = 0x51_7C_C1_B7_27_22_0A_95

    mutating func add(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        value = product.high ^ product.low &+ 0x2545_F491_4F6C_DD1D
    }

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(UInt64(byte)) }
        add(0x1_00)
    }
}
