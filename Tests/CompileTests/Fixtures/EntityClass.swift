import Foundation
import Nacre

// error: @Entity takes structs only
@Entity final class Building {
    var name = ""
}
