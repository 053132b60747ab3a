import Foundation
import Nacre

// error: 'location' requires that 'Coordinate' conform to 'AttributeValue'
struct Coordinate {}

@Entity struct Place {
    var name: String
    var location: Coordinate
}
