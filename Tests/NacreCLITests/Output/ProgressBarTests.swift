import NacreCLI
import Testing

@Suite struct ProgressBarTests {
    /// A terminal and a clock that a test can read and set.
    private final class Stage {
        var width = 80
        var time = 100.0
        var written: [String] = []
        /// The text on the line now, with trailing spaces.
        private(set) var line = ""

        lazy var terminal = ProgressTerminal(
            width: { [unowned self] in width },
            write: { [unowned self] text in
                written.append(text)
                for character in text {
                    if character == "\r" { column = 0 } else { put(character) }
                }
            })
        private var column = 0

        private func put(_ character: Character) {
            var characters = Array(line)
            if column < characters.count {
                characters[column] = character
            } else {
                characters.append(character)
            }
            line = String(characters)
            column += 1
        }

        func bar(_ title: String = "Importing") -> ProgressBar {
            ProgressBar(title, terminal: terminal, now: { [unowned self] in time })
        }
    }

    @Test func `short work shows no progress bar`() {
        let stage = Stage()
        let bar = stage.bar()
        stage.time += 0.49
        bar.update(done: 99, of: 100)
        bar.clear()
        #expect(stage.written.isEmpty)
    }

    @Test func `the line shows the task, share, count, rate and remaining time`() {
        let stage = Stage()
        let bar = stage.bar()
        stage.time += 2
        bar.update(done: 50, of: 200, count: 123_456)
        #expect(
            stage.line
                == "Importing  25% [======>                   ] "
                + "123,456 objects, 61,700/s, 6 s left")
        stage.time += 1
        bar.update(done: 0, of: 0, count: 5)
        #expect(stage.line.trimmed == "Importing 5 objects, 2/s")
        stage.time += 7200
        bar.update(done: 50, of: 100)
        #expect(stage.line.trimmed.hasSuffix("50 objects, 0/s, 2:00:03 left"))
        bar.clear()
        #expect(stage.line.trimmed.isEmpty)
        #expect(stage.written.last?.hasSuffix("\r") == true)
        bar.clear()
        #expect(stage.written.count == 4)
    }

    @Test func `the bar is drawn at most ten times a second`() {
        let stage = Stage()
        let bar = stage.bar()
        for step in 0..<2000 {
            bar.update(done: step, of: 2000)
            stage.time += 0.001
        }
        #expect((14...15).contains(stage.written.count))
    }

    @Test(arguments: [1, 5, 20, 40, 60, 79, 80, 200])
    func `no line fills the terminal's width or contains escape sequences`(width: Int) {
        let stage = Stage()
        stage.width = width
        let bar = stage.bar()
        for step in 1...100 {
            stage.time += 1
            bar.update(done: step, of: 100, count: step * 1_000_000)
            #expect(stage.line.trimmed.count < max(width, 11))
        }
        #expect(stage.written.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") })
    }

    @Test func `nothing is drawn without a terminal`() {
        let bar = ProgressBar("Importing", terminal: nil, now: { 0 })
        bar.update(done: 1, of: 2)
        bar.clear()
    }
}

extension String {
    fileprivate var trimmed: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
