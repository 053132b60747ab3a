import Foundation
import Nacre

struct Quality: Codable, Comparable, Storable {
    var number: Int
    static func < (left: Quality, right: Quality) -> Bool { left.number < right.number }
}

/// Stored as a quality, which has an order, and is stored as JSON, which has none.
struct Class: Comparable, Storable {
    var quality: Quality
    static func < (left: Class, right: Class) -> Bool { left.quality < right.quality }
    static let transformer = Transformer<Class, Quality>(
        "quality", transform: { $0.quality }, reverse: { Class(quality: $0) })
}

/// One more step to the same end.
struct Badge: Comparable, Storable {
    var level: Class
    static func < (left: Badge, right: Badge) -> Bool { left.level < right.level }
    static let transformer = Transformer<Badge, Class>(
        "level", transform: { $0.level }, reverse: { Badge(level: $0) })
}

@Entity struct Guide {
    let id: String
    var badge: Badge
}

// error: requires that 'JSONText' conform to 'Comparable'
func orderOnTwiceWrappedCodable(_ badge: Badge) { _ = Guide.where { $0.badge < badge } }
