import Foundation
import Nacre

// error: compare the attribute: { $0.isOpen == true }
func boolAlone() { _ = Hall.where { $0.isOpen } }

@Entity struct Hall { var isOpen: Bool }
