import Foundation
import Nacre

// error: enum 'location' requires that 'Coordinate' conform to 'AttributeValue'
struct Coordinate: Sendable {}

@Embedded struct Place {
    var location: [Coordinate]?
}
