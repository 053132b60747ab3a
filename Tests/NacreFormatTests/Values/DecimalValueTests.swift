import NacreFormat
import NacreTestSupport
import Testing

@Suite struct DecimalValueTests {
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("0.000", "0"), ("0e50", "0"), ("-12.50", "-12.5"),
        ("1200", "1200"), ("12e2", "1200"), (".5", "0.5"), ("0.05", "0.05"), ("1e40", "1e40"),
        ("1E-3", "0.001"), ("3e37", "30000000000000000000000000000000000000"), ("3e38", "3e38"),
        ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
        ("1e127", "1e127"), ("1e-128", "1e-128"), ("10e126", "1e127"),
        // More zeros than the mantissa has room for.
        ("12" + String(repeating: "0", count: 100), "12e100"), ("100.500", "100.5"),
        (
            "-1" + String(repeating: "0", count: 60) + "." + String(repeating: "0", count: 60),
            "-1e60"
        ),
        ("0." + String(repeating: "0", count: 60) + "12000", "12e-62"), ("0010.01", "10.01"),
    ])
    func `a number has exactly one text`(text: String, canonical: String) {
        #expect(DecimalValue(text)?.description == canonical)
    }

    @Test func `every text is read back as the same number`() {
        for decimal in AllTypes.decimals {
            #expect(DecimalValue(decimal.description) == decimal, "\(decimal)")
        }
    }

    @Test func `equal numbers are equal however they were created`() {
        let numbers: [(UInt128, Int)] = [(12_500, -3), (125, -1), (1250, -2)]
        for (mantissa, exponent) in numbers {
            let decimal = DecimalValue(mantissa: mantissa, exponent: exponent, isNegative: true)
            #expect(decimal?.mantissa == 125)
            #expect(decimal?.exponent == -1)
        }
        // Zeros are written out if the exponent has no room for them.
        let large = DecimalValue(mantissa: 1, exponent: 129, isNegative: false)
        #expect(large?.mantissa == 100)
        #expect(large?.exponent == 127)
    }

    @Test(arguments: [
        "", "-", ".", "e5", "1e", "1e+", "1.2.3", "1 ", "0x1", "1e100000", "1e200", "1e-129",
        "340282366920938463463374607431768211456", "NaN", "\u{661}",
        "1" + String(repeating: "0", count: 60) + "1",
    ])
    func `text that is not a decimal or does not fit is refused`(text: String) {
        #expect(DecimalValue(text) == nil)
    }

    @Test func `numbers are ordered by value`() {
        let texts = [
            "-1e127", "-12.5", "-12.49", "-1e-128", "0", "1e-128", "0.09", "0.1", "0.11", "1",
            "9.9",
            "10", "1e127",
        ]
        let decimals = texts.compactMap { DecimalValue($0) }
        #expect(decimals.count == texts.count)
        for (place, a) in decimals.enumerated() {
            for (other, b) in decimals.enumerated() {
                #expect((a < b) == (place < other))
            }
        }
    }
}
