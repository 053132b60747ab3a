internal import NacreFormat

/// The maximum size of a store that can be opened. Opening a larger store throws `limitReached`,
/// which names the limit.
///
/// The sizes and the number of files are checked for every store, before a file is read or mapped.
/// The limits on content (`objectSize`, `frameSize`, `entities`, `attributes` and `jsonDepth`) are
/// checked only if the whole store is verified at opening, as untrusted stores are. For other
/// stores, the format's own limits apply.
public struct Limits: Sendable, Hashable {
    /// The maximum size of a segment file, in bytes. The format allows at most 16 GiB.
    public var segmentSize = Format.segmentSizeMax
    /// The maximum size of all segment files together, in bytes.
    public var totalSize = Int.max
    /// The maximum number of segments.
    public var segments = 65_536
    /// The maximum size of an object without its long values, or of one long value, in bytes.
    public var objectSize = Format.valueSizeMax + 1 << 20
    /// The maximum size of a frame's payload, in bytes.
    public var frameSize = Format.frameSizeMax
    /// The maximum number of entities.
    public var entities = 65_535
    /// The maximum number of attributes of an entity.
    public var attributes = Format.attributesMax
    /// The maximum nesting depth of JSON values.
    public var jsonDepth = Format.jsonDepthMax
    /// The maximum size of the manifest, in bytes.
    public var manifestSize = Format.manifestSizeMax

    /// Makes limits equal to those of the format. Everything that this software writes is within
    /// them.
    public init() {}

    /// Limits for files of unknown origin: a store of at most 256 MiB, which is read into memory.
    public static var tight: Limits {
        var limits = Limits()
        limits.segmentSize = 64 << 20
        limits.totalSize = 256 << 20
        limits.segments = 256
        limits.objectSize = 16 << 20
        limits.frameSize = 17 << 20
        limits.entities = 256
        limits.attributes = 256
        limits.jsonDepth = 32
        limits.manifestSize = 64 << 10
        return limits
    }

    /// Returns the error message for a store that exceeds a limit.
    static func message(_ limit: String) -> String {
        "The store exceeds the limit '\(limit)' with which it is opened. Nothing was changed;"
            + " raise the limit if you trust the file."
    }

    func check(
        _ found: Int, _ most: Int, _ limit: String, file: String, offset: Int? = nil
    ) throws(StoreError) {
        guard found > most else { return }
        throw StoreError(
            .limitReached, Self.message(limit), file: file, offset: offset,
            expected: "at most \(most)", found: "\(found)")
    }
}
