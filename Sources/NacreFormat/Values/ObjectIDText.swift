/// Object ids as text: 13 digits of base 32, in the order of the ids.
package enum ObjectIDText {
    // Without i, l, o and u, which are easily misread; in ASCII order, so that text sorts as ids
    // do.
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    package static func text(_ id: UInt64) -> String {
        let text = (0..<13).map { digits[Int(truncatingIfNeeded: id >> UInt64(60 - 5 * $0)) & 31] }
        return String(decoding: text, as: UTF8.self)
    }

    package static func id(_ text: String) -> UInt64? {
        guard text.utf8.count == 13 else { return nil }
        var id: UInt64 = 0
        for (place, byte) in text.utf8.enumerated() {
            // The first digit has only four bits: 64 are 4 + 12 x 5.
            guard let digit = digits.firstIndex(of: byte), place > 0 || digit < 16 else {
                return nil
            }
            id = id << 5 | UInt64(digit)
        }
        return id
    }
}
