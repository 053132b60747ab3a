internal import NacreFormat

/// How large a store may be that is opened. A store beyond them throws `limitReached`, which names
/// the limit.
///
/// The sizes and the number of files hold for every store: no file is read or mapped before it is
/// within. What stands in the files (`objectSize`, `frameSize`, `entities`, `attributes` and
/// `jsonDepth`) is held against them where a store is verified as a whole at opening, as untrusted
/// ones are; of others the format's own limits hold.
public struct Limits: Sendable, Hashable {
    /// Of a segment file, in bytes. At most 16 GiB, which the format allows.
    public var segmentSize = Format.segmentSizeMax
    /// Of all segment files together, in bytes.
    public var totalSize = Int.max
    /// How many segments there are.
    public var segments = 65_536
    /// Of an object without its long values, or of one long value, in bytes.
    public var objectSize = Format.valueSizeMax + 1 << 20
    /// Of the payload of a frame, in bytes.
    public var frameSize = Format.frameSizeMax
    /// How many entities there are.
    public var entities = 65_535
    /// How many attributes an entity has.
    public var attributes = Format.attributesMax
    /// How deep JSON values nest.
    public var jsonDepth = Format.jsonDepthMax
    /// Of the manifest, in bytes.
    public var manifestSize = Format.manifestSizeMax

    /// Those of the format: what this software writes is within.
    public init() {}

    /// Those for files of unknown origin: a store of at most 256 MiB, which is read into memory.
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

    /// What is said of a store that is beyond one of them.
    static func message(_ limit: String) -> String {
        "The store is beyond the limit '\(limit)' with which it is opened. Nothing was changed;"
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
