internal import NacreFormat

/// The files of segments, opened and mapped.
extension StoreLoader {
    func path(_ number: SegmentNumber) -> String {
        "\(directory.path)/\(FileName.segment(number))"
    }

    func open(_ number: SegmentNumber) throws(StoreError) -> any StoreFile {
        do { return try directory.open(FileName.segment(number), .reading) } catch {
            guard error.reason == .notFound else { throw StoreError(error) }
            throw StoreError(
                .corrupt,
                "A segment that the manifest names is missing. Nothing was changed; restore it from"
                    + " a backup.",
                file: path(number))
        }
    }

    /// The whole of the active segment. Its writer may cut the zeros off its end at any time, and
    /// reading a mapping of them would then kill the process: whoever is not the writer copies.
    func mapActive(_ file: any StoreFile) throws(StoreError) -> MappedBytes {
        do {
            let size = min(try file.size(), Format.segmentSizeMax)
            return isReadOnly ? try file.copy(size) : try file.map(size)
        } catch {
            throw StoreError(error)
        }
    }

    func map(_ file: any StoreFile, length: UInt64) throws(StoreError) -> MappedBytes {
        let size: Int
        do { size = try file.size() } catch { throw StoreError(error) }
        guard let length = Int(exactly: length), size >= length else {
            throw StoreError(
                .corrupt,
                "The segment is shorter than the manifest says. Nothing was changed; restore it"
                    + " from a backup.",
                file: file.path, offset: size, cause: "expected \(length) bytes, found \(size)",
                expected: "\(length) bytes", found: "\(size) bytes")
        }
        do { return try file.map(length) } catch { throw StoreError(error) }
    }
}
