import Foundation
import Nacre
import NacreExchange
import Testing

/// Objects as JSON, in both directions.
@Suite struct ObjectJSONTests {
    private let store: Store

    init() throws { store = try Store.inMemory(Town.self) }

    private func oslo() -> Town {
        Town(
            code: "NO-OSL", name: "Oslo \"s\"", population: 717_710,
            founded: Date(timeIntervalSince1970: 0), status: .planned, tags: ["a", "b"],
            place: Place(latitude: 59.9, longitude: 10.7), id: ObjectID(rawValue: 7))
    }

    private func message(_ body: () throws -> some Any) -> String {
        do {
            _ = try body()
            return "no error"
        } catch let error as StoreError {
            return "\(error.code): \(error.message)"
        } catch {
            return "another error: \(error)"
        }
    }

    @Test func `an object is the JSON of its attributes, and structs in it are objects`() throws {
        let json = try store.json(Town.self)
        #expect(
            try json.text(of: oslo()) == """
                {"code":"NO-OSL","name":"Oslo \\"s\\"","population":717710,\
                "founded":"1970-01-01T00:00:00Z","status":"planned","tags":["a","b"],\
                "place":{"latitude":59.9,"longitude":10.7},\
                "center":{"latitude":0.0,"longitude":0.0},"id":"0000000000007"}
                """)
        var plain = oslo()
        plain.place = nil
        plain.founded = nil
        #expect(try json.text(of: plain).contains(#""founded":null,"#))
        #expect(try json.text(of: plain).contains(#""place":null,"#))
        let both = try json.text(of: [plain, oslo()])
        #expect(both.hasPrefix("[{") && both.hasSuffix("}]") && both.contains("},{"))
        #expect(try json.text(of: [Town]()) == "[]")
    }

    @Test func `reading gives back the object that was written`() throws {
        let json = try store.json(Town.self)
        for town in [oslo(), Town(code: "x", name: "")] {
            #expect(try json.object(from: json.text(of: town)) == town)
            #expect(try json.object(from: json.bytes(of: town)) == town)
        }
    }

    @Test func `attributes that the text lacks get their defaults, and a new id`() throws {
        let json = try store.json(Town.self)
        let first = try json.object(from: #"{"code": "a", "name": "A"}"#)
        let second = try json.object(from: #"{"name": "A", "code": "a"}"#)
        #expect(first.population == 0 && first.status == .active && first.tags == [])
        #expect(first.center == Place(latitude: 0, longitude: 0) && first.place == nil)
        #expect(first.id != second.id)
    }

    @Test func `a merge changes only what the text has`() throws {
        let json = try store.json(Town.self)
        var town = oslo()
        try json.merge(#"{"population": 5, "place": null, "founded": null}"#, into: &town)
        var expected = oslo()
        expected.population = 5
        expected.place = nil
        expected.founded = nil
        #expect(town == expected)
        // A struct keeps the properties that the text lacks.
        town = oslo()
        try json.merge(#"{"place": {"latitude": 1}, "center.longitude": 2}"#, into: &town)
        #expect(town.place == Place(latitude: 1, longitude: 10.7))
        #expect(town.center == Place(latitude: 0, longitude: 2))
        try json.merge(#"{"id": "0000000000007"}"#, into: &town)
        #expect(
            message { try json.merge(#"{"id": "0000000000008"}"#, into: &town) }
                == "invalidValue: The id in the JSON text is not that of the object.")
    }

    @Test func `an optional struct can be given by its properties`() throws {
        let json = try store.json(Town.self)
        for (text, place) in [
            (#""place.latitude": 1, "place.longitude": 2"#, Place(latitude: 1, longitude: 2)),
            (
                #""place": true, "place.latitude": 1, "place.longitude": 2"#,
                Place(latitude: 1, longitude: 2)
            ),
            (#""place": null, "place.latitude": null, "place.longitude": null"#, nil),
            (#""place.latitude": null"#, nil),
        ] {
            let town = try json.object(from: #"{"code": "a", "name": "A", "# + text + "}")
            #expect(town.place == place)
        }
    }

    @Test func `a field that is no attribute of the entity is an error`() throws {
        let store = try Store.inMemory(Town.self, Mayor.self)
        #expect(
            message { try store.json(Mayor.self, only: [\.name, \.town.name]) }
                == "invalidValue: 'town.name' is no attribute of 'Mayor' itself.")
    }

    @Test func `an object is unchanged after an error`() throws {
        let json = try store.json(Town.self)
        var town = oslo()
        #expect(throws: StoreError.self) {
            try json.merge(#"{"population": 5, "name": 3}"#, into: &town)
        }
        #expect(town == oslo())
    }

    @Test func `attributes that are not chosen are neither written nor read`() throws {
        let json = try store.json(Town.self, only: [\.name, \.center])
        #expect(
            try json.text(of: oslo())
                == #"{"name":"Oslo \"s\"","center":{"latitude":0.0,"longitude":0.0}}"#)
        var town = oslo()
        try json.merge(#"{"name": "Oslo"}"#, into: &town)
        #expect(town.name == "Oslo" && town.population == 717_710)
        #expect(
            message { try json.merge(#"{"population": 5}"#, into: &town) }
                == "invalidValue: 'population' is not an attribute of 'Town'. It has: name,"
                + " center.latitude, center.longitude. Rename or remove it, or choose another"
                + " entity.")
        #expect(town.population == 717_710)
    }

    @Test(arguments: [
        (#"{"code": "a", "name": "b", "place": null, "place.latitude": 1}"#, "is null"),
        (#"{"code": "a", "name": "b", "place": {"latitude": 1}, "place.latitude": 1}"#, "twice"),
        ("{", "Invalid JSON at byte 1"), ("[]", "A JSON object was expected"),
        (#"{"name": "a"}"#, "'code' of 'Town' is missing"),
        (#"{"code": "a", "code": "b"}"#, "member name \"code\" again"),
        (#"{"code": "a", "name": null}"#, "'name' of 'Town' is null"),
        (#"{"code": "a", "name": "b", "population": "5"}"#, "'population' of 'Town' takes int64"),
        (#"{"code": "a", "name": "b", "population": 1.5}"#, "'population' of 'Town' takes int64"),
        (#"{"code": "a", "name": "b", "population": 99999999999999999999}"#, "out of range"),
        (#"{"code": "a", "name": "b", "status": "gone"}"#, "'status' of 'Town' does not take"),
        (#"{"code": "a", "name": "b", "color": 1}"#, "'color' is not an attribute of 'Town'"),
        (#"{"code": "a", "name": "b", "center": null}"#, "'center' is not an attribute"),
        (#"{"code": "a", "name": "b", "center": {"x": 1}}"#, "'center.x' is not an attribute"),
        (#"{"code": "a", "name": "b", "place": {"latitude": 1}}"#, "'place.longitude'"),
        (#"{"code": "a", "name": "b", "place": 5}"#, "'place' of 'Town' takes bool"),
    ])
    func `text that is no such object is an error that names the attribute`(
        text: String, part: String
    ) throws {
        let json = try store.json(Town.self)
        let message = message { try json.object(from: text) }
        #expect(message.hasPrefix("invalidValue: ") && message.contains(part), "\(message)")
    }

    @Test func `a type that the store does not know has no JSON form`() throws {
        let other = try Store.inMemory()
        #expect(message { try other.json(Town.self) }.hasPrefix("unknownEntity: "))
    }
}
