package import Foundation
package import Nacre

/// The last form of an entity whose attributes came one after another and got wider types.
package struct Grown: Entity {
    package let id: Int
    package var small: Int
    package var big: UInt64
    package var ratio: Double?
    package var flag: Bool
    package var name: String
    package var data: Data?
    package var numbers: [Int]
    package var tags: [String]
    package var uuid: UUID?
    package var date: Date

    package static let entityName = "Grown"
    package static let schema = EntitySchema(
        Grown.init, Attribute("id", \.id), Attribute("small", \.small, default: 5),
        Attribute("big", \.big, default: 9), Attribute("ratio", \.ratio),
        Attribute("flag", \.flag, default: true), Attribute("name", \.name, default: "none"),
        Attribute("data", \.data), Attribute("numbers", \.numbers, default: [3]),
        Attribute("tags", \.tags, default: ["a"]), Attribute("uuid", \.uuid),
        Attribute("date", \.date, default: .distantPast))
}
