import Foundation
import Nacre

// error: enum 'location' requires that 'Point' conform to 'AttributeValue'
struct Point: Sendable {}

@Embedded struct Square {
    var location: [Point]?
}
