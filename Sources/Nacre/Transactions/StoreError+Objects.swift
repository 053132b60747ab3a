package import NacreEngine

extension StoreError {
    /// Whether one object is the cause, so that others can still be stored.
    package var isOfOneObject: Bool {
        switch code {
        case .duplicateID, .uniqueViolation, .invalidValue, .invalidObject, .noSuchObject,
            .deleteDenied, .refused, .hookLoop:
            true
        default: false
        }
    }
}
