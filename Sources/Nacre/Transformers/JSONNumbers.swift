internal import NacreFormat

/// Whether numbers in JSON text survive as doubles, which fractions are in canonical JSON. Those of
/// a Double always do; those of a Decimal may have more digits.
enum JSONNumbers {
    /// With fewer digits, every number is the shortest one of its double.
    private static let digitsMin = 16

    /// - Parameter json: well-formed.
    static func areExact(in json: [UInt8]) -> Bool {
        var index = 0
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "\""): index = end(ofString: index, json)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let number = json[index...].prefix(while: isPart)
                guard isExact(number) else { return false }
                index = number.endIndex
            default: index += 1
            }
        }
        return true
    }

    /// The index behind the closing quotation mark.
    private static func end(ofString start: Int, _ json: [UInt8]) -> Int {
        var index = start + 1
        while index < json.count, json[index] != UInt8(ascii: "\"") {
            index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private static func isExact(_ number: ArraySlice<UInt8>) -> Bool {
        // Integers are kept digit by digit.
        let isInteger = number.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "-") }
        guard !isInteger, number.count >= digitsMin else { return true }
        let text = String(decoding: number, as: UTF8.self)
        guard let decimal = DecimalValue(text) else {
            // Too large or small for a Decimal, hence a double's.
            return true
        }
        return Double(text).flatMap { DecimalValue($0.description) } == decimal
    }
}
