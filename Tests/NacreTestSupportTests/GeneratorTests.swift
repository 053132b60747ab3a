import NacreTestSupport
import Testing

@Suite struct GeneratorTests {
    /// Returns many values of the generator, always the same ones.
    private func values<Value>(_ generator: Generator<Value>, count: Int = 4000) throws -> [Value] {
        var seeds = Seeds(first: 11)
        return try (0..<count).map { _ in try generator.value(seed: seeds.next()) }
    }

    private func expectExtremes<Value: FixedWidthInteger & Sendable>(of type: Value.Type) throws {
        let found = Set(try values(Generator<Value>.integer()))
        var wanted: [Value] = [.min, .max, 0, 1, .max - 1, .max / 2 + 1]
        if Value.isSigned { wanted += [-1, .min + 1] }
        for value in wanted {
            #expect(found.contains(value), "\(type) should have come up as \(value)")
        }
        #expect(try Generator<Value>.integer().simplest() == 0)
    }

    @Test func `integers of every width reach their extremes`() throws {
        try expectExtremes(of: Int8.self)
        try expectExtremes(of: Int16.self)
        try expectExtremes(of: Int32.self)
        try expectExtremes(of: Int64.self)
        try expectExtremes(of: Int.self)
        try expectExtremes(of: UInt8.self)
        try expectExtremes(of: UInt16.self)
        try expectExtremes(of: UInt32.self)
        try expectExtremes(of: UInt64.self)
        try expectExtremes(of: UInt.self)
    }

    @Test func `integers of 128 bits reach their ends and also values of one word`() throws {
        let signed = try values(Generator<Int128>.integer(), count: 20_000)
        #expect(signed.contains(.min) && signed.contains(.max) && signed.contains(0))
        let unsigned = try values(Generator<UInt128>.integer())
        #expect(unsigned.contains(.max))
        #expect(unsigned.contains { $0 > 0 && $0 <= UInt128(UInt64.max) })
    }

    @Test func `integers of a range stay within it and reach both ends`() throws {
        for range in [-7...9, 100...1000, -50 ... -20, 5...5, Int.min...Int.min + 3] {
            let found = try values(Generator<Int>.integer(in: range))
            #expect(found.allSatisfy(range.contains))
            #expect(found.contains(range.lowerBound) && found.contains(range.upperBound))
        }
        #expect(try Generator<Int>.integer(in: 100...1000).simplest() == 100)
        #expect(try Generator<Int>.integer(in: -50 ... -20).simplest() == -20)
        #expect(try Generator<Int>.integer(in: -50...20).simplest() == 0)
    }

    @Test func `doubles reach every special value`() throws {
        let found = try values(.double())
        #expect(found.contains { $0.isNaN && !$0.isSignalingNaN })
        #expect(found.contains { $0.isSignalingNaN })
        #expect(found.contains(.infinity) && found.contains(-.infinity))
        #expect(found.contains { $0.isZero && $0.sign == .minus })
        #expect(found.contains { $0.isZero && $0.sign == .plus })
        #expect(found.contains { $0.isSubnormal && $0 < 0 })
        #expect(found.contains(.leastNonzeroMagnitude) && found.contains(.leastNormalMagnitude))
        #expect(found.contains(.greatestFiniteMagnitude))
        #expect(found.contains(9_007_199_254_740_992) && found.contains(0.5))
        #expect(found.contains { (2...100).contains($0) && $0 == $0.rounded() })
        #expect(try Generator.double().simplest().bitPattern == 0)
        #expect(try values(.finiteDouble()).allSatisfy(\.isFinite))
    }

    @Test func `floats reach every special value`() throws {
        let found = try values(.float())
        #expect(found.contains { $0.isNaN })
        #expect(found.contains(.infinity) && found.contains(-.infinity))
        #expect(found.contains { $0.isZero && $0.sign == .minus })
        #expect(found.contains { $0.isSubnormal })
        #expect(found.contains(.leastNonzeroMagnitude))
        #expect(found.contains(.greatestFiniteMagnitude))
        #expect(found.contains(16_777_216) && found.contains(0.5))
        #expect(try values(.finiteFloat()).allSatisfy(\.isFinite))
    }

    @Test func `strings are empty, long, and full of troublesome characters`() throws {
        let found = try values(.string())
        #expect(found.contains("") && found.contains { $0.unicodeScalars.count > 250 })
        let troubles: [Unicode.Scalar] = [
            "\0", "\u{e9}", "\u{301}", "\u{200d}", "\u{1f469}", "\u{202e}", "\u{5d0}", "\u{10ffff}",
        ]
        for scalar in troubles {
            #expect(found.contains { $0.unicodeScalars.contains(scalar) }, "no \(scalar.value)")
        }
        let pairs = Dictionary(grouping: try values(.string(count: 1...1)), by: { $0 })
        #expect(pairs["\u{e9}"].map { Set($0.map { Array($0.utf8) }).count } == 2)
        #expect(try Generator.string().simplest().isEmpty)
        #expect(try Generator.string(count: 2...4).simplest() == "aa")
    }

    @Test func `ASCII strings hold every ASCII character and no other`() throws {
        let bytes = Set(try values(.asciiString()).flatMap(\.utf8))
        #expect(bytes == Set(0..<128))
    }

    @Test func `bytes and arrays have every allowed length`() throws {
        let lengths = Set(try values(.bytes(count: 2...40)).map(\.count))
        #expect(lengths == Set(2...40))
        #expect(try Generator.bytes(count: 2...40).simplest() == [0, 0])
        #expect(Set(try values(.array(of: .bool(), count: 3)).map(\.count)) == [3])
    }

    @Test func `alternatives all occur, as often as their weights say`() throws {
        let weighted = Generator<String>.frequency(
            (1, .just("rare")), (9, .just("often")), (0, .just("never")))
        let found = Dictionary(grouping: try values(weighted), by: { $0 }).mapValues(\.count)
        #expect((200...600).contains(try #require(found["rare"])))
        #expect(found["never"] == nil)
        #expect(try weighted.simplest() == "rare")

        #expect(Set(try values(.element(of: [3, 1, 2]))) == [1, 2, 3])
        #expect(try Generator.element(of: [3, 1, 2]).simplest() == 3)
        #expect(Set(try values(.oneOf(.just(1), .just(2)))) == [1, 2])
        #expect(Set(try values(.optional(.bool()))) == [nil, false, true])
    }

    @Test func `tuples and closures combine values of several types`() throws {
        let tuple = Generator<(Int, String)>.tuple(.integer(in: 1...3), .asciiString())
        #expect(try tuple.simplest() == (1, ""))
        let written = Generator<[String: Int]> { choices throws(Rejection) in
            [try choices.draw(.asciiString(count: 1...1)): try choices.draw(.integer())]
        }
        #expect(try written.simplest() == ["a": 0])
    }

    @Test func `a filter that rejects everything throws and does not hang`() {
        #expect(throws: Rejection.self) {
            try Generator<Int>.integer().filter { _ in false }.value(seed: 1)
        }
    }

    @Test func `a generator that never ends is rejected`() {
        let endless = Generator<Int> { choices throws(Rejection) in
            while true { _ = try choices.draw(upTo: 1) }
        }
        #expect(throws: Rejection.self) { try endless.value(seed: 1) }
    }
}
