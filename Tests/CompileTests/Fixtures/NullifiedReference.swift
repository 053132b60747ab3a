import Foundation
import Nacre

// error: 'owner' is always there, so that it cannot be nullified
@Entity struct Cat {
    let id: Int
    @Relationship(.nullify) var owner: Ref<Person>
}
