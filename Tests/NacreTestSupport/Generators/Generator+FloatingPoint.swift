/// Floating-point numbers: integers, plain fractions, any bit pattern, and often the special ones
/// (both zeros, subnormal numbers, the largest, infinities, NaNs with and without a payload).
extension Generator where Value == Double {
    package static func double() -> Generator {
        Generator { choices throws(Rejection) in
            let sign = try choices.draw(upTo: 1)
            let code = try drawCode(.double, from: &choices)
            let magnitude =
                code & FloatingPointCode.double.patternFlag == 0
                ? Double(code).bitPattern
                : FloatingPointCode.double.magnitudePattern(ofCode: code)
            return Double(bitPattern: sign << 63 | magnitude)
        }
    }

    /// Makes numbers that are neither NaN nor infinite.
    package static func finiteDouble() -> Generator {
        double().filter(\.isFinite)
    }
}

extension Generator where Value == Float {
    package static func float() -> Generator {
        Generator { choices throws(Rejection) in
            let sign = try choices.draw(upTo: 1)
            let code = try drawCode(.float, from: &choices)
            let magnitude =
                code & FloatingPointCode.float.patternFlag == 0
                ? Float(code).bitPattern
                : UInt32(FloatingPointCode.float.magnitudePattern(ofCode: code))
            return Float(bitPattern: UInt32(sign) << 31 | magnitude)
        }
    }

    /// Makes numbers that are neither NaN nor infinite.
    package static func finiteFloat() -> Generator {
        float().filter(\.isFinite)
    }
}

private func drawCode(
    _ kind: FloatingPointCode, from choices: inout Choices
) throws(Rejection) -> UInt64 {
    try choices.draw(upTo: kind.codeMax) { kind.sample(using: &$0) }
}
