import Foundation
import Nacre

// error: cannot be applied to operands of type 'OpaqueField<Page, [String]>'
@Entity struct Page { @Attribute(.transformed(by: .propertyList)) var notes: [String] }
func equality() { _ = Page.where { $0.notes == ["a"] } }
