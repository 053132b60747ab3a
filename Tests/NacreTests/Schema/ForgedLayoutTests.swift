import NacreTestSupport
import NacreTypedSupport
import Testing

/// Layouts and records as an attacker would write them, read into a type.
@Suite struct ForgedLayoutTests {
    @Test func `no input that was once found causes a fault again`() throws {
        #expect(try FuzzTarget.typed.replay() > 0)
    }

    /// A segment of which some bytes were replaced.
    private static let damaged = Generator<Shown<[UInt8]>> { choices throws(Rejection) in
        var bytes = seed
        for _ in 0...(try choices.draw(.integer(in: 0...3))) {
            let place = try choices.draw(.integer(in: 1...bytes.count - 1))
            bytes[place] = UInt8(try choices.draw(.integer(in: 0...255)))
        }
        return Shown(bytes) { "\($0.count) bytes" }
    }

    /// A sound segment, whose checksums are made right after bytes were replaced.
    private static let seed = ((try? FuzzTarget.typed.seeds()) ?? [])[1]

    @Test func `what a type reads of damaged segments is what the engine reads`() {
        property("damaged layouts", runs: 400, Self.damaged) { shown in
            try FuzzTarget.typed.run(shown.value)
        }
    }
}
