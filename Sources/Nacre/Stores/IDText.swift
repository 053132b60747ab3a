internal import NacreFormat

/// Ids in error texts: the one kind of stored value that stands there, because without it nobody
/// finds the object.
enum IDText {
    static func text(_ id: NacreFormat.Value) -> String {
        var writer = JSONWriter()
        id.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
