/// The sentences of a file: its comments, or the text of a document outside of code blocks.
struct Prose {
    /// Neighbouring lines that belong together.
    struct Block {
        /// The number of its first line.
        let line: Int
        /// Whether it documents a declaration.
        let isDocumentation: Bool
        /// The text, from which the marks of comments are removed.
        var lines: [String]
    }

    let file: SourceFile
    let blocks: [Block]

    init(_ file: SourceFile) {
        self.file = file
        blocks =
            file.fileExtension == "md"
            ? Self.paragraphs(file.lines) : file.isSwift ? Self.comments(file) : []
    }

    /// The words of all blocks in lower case, each with the number of its line. Names in backticks
    /// are no words.
    var words: [(word: String, line: Int)] {
        blocks.flatMap { block in
            block.lines.enumerated().flatMap { index, line in
                Self.words(in: line).map { ($0, block.line + index) }
            }
        }
    }

    /// The first words of the documentation of declarations.
    var openings: [(text: String, line: Int)] {
        blocks.filter(\.isDocumentation).map { ($0.lines[0], $0.line) }
    }

    /// The words of a line in lower case.
    static func words(in line: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var isName = false
        for byte in Array(line.utf8) + [UInt8(ascii: " ")] {
            if byte == UInt8(ascii: "`") { isName.toggle() }
            let letter = byte | 0x20
            if !isName, letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") {
                word.append(letter)
            } else if !word.isEmpty {
                words.append(String(decoding: word, as: UTF8.self))
                word.removeAll(keepingCapacity: true)
            }
        }
        return words
    }

    private static func paragraphs(_ lines: [String]) -> [Block] {
        MarkdownText.lines(lines).map {
            Block(line: $0.number, isDocumentation: false, lines: [$0.line])
        }
    }

    /// Lines that are nothing but a comment.
    private static func comments(_ file: SourceFile) -> [Block] {
        var blocks: [Block] = []
        for (index, line) in file.lines.enumerated() {
            // Blank code excludes lines of a string literal that look like comments.
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("//"), file.code[index].utf8.allSatisfy({ $0 == 0x20 }) else {
                continue
            }
            let isDocumentation = text.hasPrefix("///")
            let content = String(text.drop { $0 == "/" }.drop { $0 == " " })
            if let last = blocks.last, last.line + last.lines.count == index + 1,
                last.isDocumentation == isDocumentation
            {
                blocks[blocks.count - 1].lines.append(content)
            } else {
                blocks.append(
                    Block(line: index + 1, isDocumentation: isDocumentation, lines: [content]))
            }
        }
        return blocks
    }
}
