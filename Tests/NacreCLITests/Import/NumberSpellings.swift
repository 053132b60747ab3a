import NacreFormat
import NacreTestSupport

/// Numbers as people and programs spell them.
enum NumberSpellings {
    /// - Parameter isJSON: Whether only JSON's spellings are made, without leading zeros or a plus
    ///   sign.
    static func generator(isJSON: Bool) -> Generator<String> {
        let sign = Generator<String>.frequency(
            (6, .just("")), (2, .just("-")), (isJSON ? 0 : 1, .just("+")))
        let whole = Generator<String>.frequency(
            (3, .just("0")), (4, digits(1...3)), (1, digits(14...21)), (1, digits(36...41)))
        let zeros = Generator<String>.frequency(
            (12, .just("")), (isJSON ? 0 : 1, .just("0")), (isJSON ? 0 : 1, .just("00")))
        let fraction = Generator<String>.frequency(
            (3, .just("")), (3, digits(1...2)), (2, digits(1...2).map { $0 + "0" }),
            (1, .just("0")), (1, digits(15...22)))
        let small = Generator<Int>.integer(in: 0...40)
        let power = Generator<String>.frequency(
            (6, .just("")), (1, small.map { "e\($0)" }), (1, small.map { "E-\($0)" }),
            (1, small.map { "e+0\($0)" }),
            (1, Generator<Int>.integer(in: 100...420).map { "e-\($0)" }),
            (1, Generator<Int>.integer(in: 100...420).map { "E\($0)" }))
        let free = Generator { choices throws(Rejection) -> String in
            let start = try choices.draw(sign) + choices.draw(zeros)
            let body = try choices.draw(whole)
            let end = try choices.draw(fraction)
            return start + body + (end.isEmpty ? "" : "." + end) + (try choices.draw(power))
        }
        // As programs write them.
        let double = Generator<UInt64>.integer().map { Double(bitPattern: $0) }
            .filter(\.isFinite).map(\.description)
        let integer = Generator<Int64>.integer().map(\.description)
        return .frequency((6, free), (1, double), (1, integer))
    }

    private static func digits(_ count: ClosedRange<Int>) -> Generator<String> {
        Generator.array(of: Generator<Int>.integer(in: 0...9), count: count).map { digits in
            // No leading zero: those are made elsewhere.
            let first = digits.first == 0 && digits.count > 1 ? 1 : digits.first ?? 0
            return ([first] + digits.dropFirst()).map(String.init).joined()
        }
    }

    // MARK: Comparison of numbers

    /// Returns the defect of a number that came back, or nil if nothing was lost.
    /// - Parameters:
    ///   - type: The type of the attribute that stored it.
    ///   - after: The number's text, without the quotation marks of JSON.
    static func problem(of before: String, _ after: String, in type: StoredType) -> String? {
        if before == after { return nil }
        let unsigned = before.drop { $0 == "+" || $0 == "-" }
        let hasZeros = unsigned.first == "0" && unsigned.dropFirst().first?.isNumber == true
        if hasZeros { return "leading zeros are gone" }
        let isWhole = unsigned.allSatisfy(\.isNumber)
        switch type {
        case .scalar(.double) where isWhole:
            return after == before + ".0" ? nil : "an integer changed"
        case .scalar(.double), .scalar(.decimal), .json:
            if isWhole, before.hasPrefix("+") { return "a plus sign is gone" }
            return normal(before) == normal(after) ? nil : "digits changed"
        default: return "a text changed"
        }
    }

    /// Returns a number's sign, digits and exponent. Shares no code with the tool.
    private static func normal(_ text: String) -> String {
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "+" || $0 == "-" }.lowercased().split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
        var power = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
        var digits = String((mantissa[0] + fraction).drop { $0 == "0" })
        while digits.last == "0" {
            digits.removeLast()
            power += 1
        }
        if digits.isEmpty { power = 0 }
        return "\(isNegative ? "-" : "")\(digits)e\(power)"
    }
}
