import Foundation
import Nacre

// error: type 'ConflictPolicy' has no member 'overwrite'
@Entity struct Contact {
    #Unique<Contact>([\.first, \.last], conflict: .overwrite)
    let id: Int
    var first: String
    var last: String
}
