import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// The reader written from Formats.md alone and the tool print every value alike.
@Suite struct ReaderValueTests {
    @Test func `every stored type reads the same, at its extremes, null and external`() throws {
        let store = try TestStore()
        let entities = ["Everything", "Odd \"name\"\u{7}", "Emp\u{301}ty"]
        for name in entities {
            try store.database.performChanges { changes in
                try changes.define(name, attributes: EveryType.attributes, id: EveryType.idName)
            }
        }
        for numbers in [0..<20, 20..<40] {
            try store.database.performChanges { changes in
                for number in numbers {
                    try changes.insert(EveryType.values(number), into: entities[0])
                    if number % 8 == 1 {
                        try changes.insert(EveryType.values(number + 1), into: entities[1])
                    }
                    // A row that the next commit uses again, and the end of an external value.
                    if number % 5 == 2 {
                        try changes.delete(.objectID(UInt64(number) << 40), from: entities[0])
                    }
                }
            }
        }
        let dump = try expectAgreement(on: store.closedFiles())
        #expect(dump.split(separator: "\n").count == 3 + 40 - 8 + 5)
    }

    @Test func `any doubles, floats and dates are printed with the same digits`() throws {
        let types: [ScalarType] = [.int64, .double, .float, .date]
        let attributes = types.enumerated().map { index, type in
            AttributeSchema(
                id: AttributeID(UInt32(index + 1)), name: type.name, type: .scalar(type),
                isNullable: false)
        }
        var random = SplitMix64(seed: 5)
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define("Number", attributes: attributes, id: "int64")
            for number in 0..<2000 as Range<Int64> {
                let double = Double(bitPattern: random.next())
                let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
                // Every third near an integer, every third a short decimal fraction.
                let nearby = Double(Int64(truncatingIfNeeded: random.next()) >> (number % 64))
                let short = Double(number) / 1000
                let values = [double, nearby, short]
                let index = Int(number % 3)
                try changes.insert(
                    [
                        .int(number), .double(values[index]), .float(float),
                        .date(values[(index + 1) % 3]),
                    ], into: "Number")
            }
        }
        try expectAgreement(on: store.closedFiles())
    }

    @Test func `null bits after the eighth and wide ends read the same`() throws {
        var attributes = [
            AttributeSchema(id: AttributeID(9), name: "id", type: .string, isNullable: false)
        ]
        let types: [StoredType] = [.string, .scalar(.int16), .scalar(.bool)]
        for index in 0..<19 {
            attributes.append(
                AttributeSchema(
                    id: AttributeID(UInt32(100 - index)), name: "a\(index)",
                    type: types[index % 3], isNullable: index != 4))
        }
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define("Wide", attributes: attributes, id: "id")
            for number in 0..<64 {
                // Some total more than 64 KiB, while each value is smaller.
                let text = String(repeating: "x", count: number % 7 == 0 ? 20_000 : number)
                var values: [Value] = [.string("id \(number)")]
                for index in 0..<19 {
                    let isNull = index != 4 && (number * 31 >> (index % 11)) & 1 == 1
                    let kinds: [Value] = [
                        .string(text), .int(Int64(number)), .bool(number % 2 == 0),
                    ]
                    values.append(isNull ? .null : kinds[index % 3])
                }
                try changes.insert(values, into: "Wide")
            }
        }
        try expectAgreement(on: store.closedFiles())
    }
}
