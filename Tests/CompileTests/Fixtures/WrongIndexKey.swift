import Foundation
import Nacre

// error: 'Place.Fields' has no member 'nmae'
@Entity struct Place {
    #Index<Place>([\.nmae])
    var name: String
}
