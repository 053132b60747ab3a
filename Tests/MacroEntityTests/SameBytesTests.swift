#if Macros
    import Foundation
    import Nacre
    @testable import NacreEngine
    import NacreFormat
    import Testing

    /// An entity that conforms by the macro.
    private enum ByMacro {
        @Entity
        struct City {
            let id: Int
            @Attribute(.unique) var code: String
            @Attribute(.named("country_id")) var country: String
            var population: Int = 0
            var area: Double?
            var founded: Date?
            @Attribute(.transformed(by: .json, .lz4)) var statistics: [String: [Double]] = [:]
            var tags: [String] = []
        }
    }

    /// The entity written by hand.
    private enum ByHand {
        struct City {
            let id: Int
            var code: String
            var country: String
            var population: Int
            var area: Double?
            var founded: Date?
            var statistics: [String: [Double]]
            var tags: [String]
        }
    }

    extension ByHand.City: Nacre.Entity {
        private static let statisticsCodec = AttributeCodec(\Self.statistics, by: .json, .lz4)

        fileprivate static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("code", \.code, .unique),
            Attribute("country", \.country, .named("country_id")),
            Attribute("population", \.population, default: 0), Attribute("area", \.area),
            Attribute("founded", \.founded),
            Attribute("statistics", \.statistics, codec: statisticsCodec, default: [:]),
            Attribute("tags", \.tags, default: []))
    }

    @Suite struct SameBytesTests {
        private func records(of entity: String, in store: Store) throws -> [[UInt8]] {
            let snapshot = try store.database.snapshot()
            var records: [[UInt8]] = []
            try snapshot.forEach(in: snapshot.definition(entity)) { found in
                records.append(found.record.bytes.bytes)
                return true
            }
            return records
        }

        @Test func `V20 macro-generated and hand-written types store the same bytes`() throws {
            let date = Date(timeIntervalSinceReferenceDate: 1e8)
            let macro = try Store.inMemory(ByMacro.City.self)
            try macro.performChanges { changes in
                try changes.insert(
                    ByMacro.City(
                        id: 1, code: "OSL", country: "NO", population: 700_000, area: 454,
                        founded: date, statistics: ["rain": [1, 2]], tags: ["a"]))
                try changes.insert(ByMacro.City(id: 2, code: "BGO", country: "NO"))
            }
            let hand = try Store.inMemory(ByHand.City.self)
            try hand.performChanges { changes in
                try changes.insert(
                    ByHand.City(
                        id: 1, code: "OSL", country: "NO", population: 700_000, area: 454,
                        founded: date, statistics: ["rain": [1, 2]], tags: ["a"]))
                try changes.insert(
                    ByHand.City(
                        id: 2, code: "BGO", country: "NO", population: 0, area: nil, founded: nil,
                        statistics: [:], tags: []))
            }
            #expect(try records(of: "City", in: macro) == records(of: "City", in: hand))
            #expect(try records(of: "City", in: hand).count == 2)
            let schemas = try [macro, hand].map {
                try $0.database.snapshot().definition("City").schema
            }
            #expect(schemas[0] == schemas[1])
        }
    }
#endif
