import Foundation
import Nacre

// error: 'Street.Fields' has no member 'nmae'
@Entity struct Street {
    #Index<Street>([\.nmae])
    var name: String
}
