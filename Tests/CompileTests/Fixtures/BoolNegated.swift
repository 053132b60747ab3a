import Foundation
import Nacre

// error: compare the attribute: $0.isOpen == false
func boolNegated() { _ = Lobby.where { !$0.isOpen } }

@Entity struct Lobby { var isOpen: Bool }
