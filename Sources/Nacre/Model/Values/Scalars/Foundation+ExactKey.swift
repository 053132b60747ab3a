public import Foundation

extension UUID: ExactKey {}
extension Decimal: ExactKey {}
extension ObjectID: ExactKey {}
