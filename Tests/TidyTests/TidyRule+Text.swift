/// Rules for the form of any text.
extension TidyRule {
    static let columnsMax = 100
    static let linesMax = 400

    static let textRules = [columns, fileLength, ascii, trailingSpace, finalNewline, leftovers]

    static let columns = eachLine(
        "no line is longer than \(columnsMax) columns", where: { !$0.code.isEmpty }
    ) { line in
        let count = line.unicodeScalars.count
        return count > columnsMax ? "break this line of \(count) columns at \(columnsMax)" : nil
    }

    static let fileLength = TidyRule(name: "no file is longer than \(linesMax) lines") { file in
        guard !file.code.isEmpty, file.lines.count > linesMax else { return [] }
        let advice = "move one of the ideas in these \(file.lines.count) lines to a file of its own"
        return [file.violation(line: linesMax + 1, advice)]
    }

    static let ascii = eachLine("Swift source is ASCII", where: \.isSwift) { line in
        guard let scalar = line.unicodeScalars.first(where: { !$0.isASCII }) else { return nil }
        return "write \\u{\(String(scalar.value, radix: 16))} for the character that is not ASCII"
    }

    static let trailingSpace = eachLine("no line ends with a space", where: { _ in true }) { line in
        let isUntidy = line.utf8.last.map { [0x20, 0x09, 0x0D].contains($0) } ?? false
        return isUntidy ? "remove the space, tab or carriage return at the end" : nil
    }

    static let finalNewline = TidyRule(name: "a file ends with one newline") { file in
        if file.text.utf8.last != UInt8(ascii: "\n") {
            return [file.violation(line: max(1, file.lines.count), "end the file with a newline")]
        }
        let isBlankAtEnd = file.lines.last?.isEmpty ?? false
        return isBlankAtEnd
            ? [file.violation(line: file.lines.count, "remove the empty lines at the end")] : []
    }

    // Written in halves, because this file must follow the rule as well.
    static let leftovers = eachLine("nothing is left for later", where: { _ in true }) { line in
        let markers = ["FIX" + "ME", "TO" + "DO", "XX" + "X"]
        return markers.first { Words.contains($0, in: line) }
            .map { "do what \($0) says, or say in plain words why it stays as it is" }
    }
}
