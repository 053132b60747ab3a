internal import ArgumentParser

/// A number of bytes on the command line: decimal as in error messages, or hexadecimal with 0x as
/// in dumps.
struct ByteNumber: ExpressibleByArgument {
    let value: Int

    init?(argument: String) {
        let isHexadecimal = argument.hasPrefix("0x") || argument.hasPrefix("0X")
        let digits = isHexadecimal ? argument.dropFirst(2) : Substring(argument)
        // `Int` would also accept a sign.
        guard digits.first?.isHexDigit == true,
            let value = Int(digits, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        self.value = value
    }
}
