public import Foundation
internal import NacreFormat

extension Transformer where Value == Data, Stored == Data {
    /// Bytes compressed by LZ4. It pays for values of some hundred bytes and more, and knows no
    /// exceptions: a short one grows by a few bytes.
    /// - Note: other versions of the library may compress to other bytes, so equal values need not
    ///   be stored equally: filters compare such an attribute with nil only, see
    ///   ``CompressedField``.
    public static var lz4: Self {
        Transformer(
            "lz4",
            transform: { data in
                Data(
                    try [UInt8](data).withView { (view) throws(FormatError) in
                        try LZ4Block.compress(view)
                    })
            },
            reverse: { data in
                Data(
                    try [UInt8](data).withView { (view) throws(FormatError) in
                        try LZ4Block.decompress(view, limit: Format.valueSizeMax)
                    })
            })
    }
}
