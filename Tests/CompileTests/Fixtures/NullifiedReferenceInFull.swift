import Foundation
import Nacre

// error: 'owner' is required, so it cannot be nullified
@Entity struct Cat {
    let id: Int
    @Relationship(DeleteRule.nullify) var owner: Ref<Person>
}
