import HTTPTypes
import Nacre

extension HTTPResponse.Status {
    /// Makes the status that answers an error of the store.
    ///
    /// - 4xx: the request is the reason; its author can mend it.
    /// - 503: the same request may succeed later.
    /// - 507: the disk is full; reads go on.
    /// - 500: a fault of the program, the types or the machine.
    init(_ code: StoreError.Code) {
        switch code {
        // A filter, a sort, a cursor, an id, a token or a value that the store cannot take.
        case .invalidValue, .unknownAttribute: self = .badRequest
        case .noSuchObject: self = .notFound
        case .uniqueViolation, .duplicateID, .conflict, .danglingReference, .deleteDenied:
            self = .conflict
        case .historyGone: self = .gone
        case .invalidObject, .refused, .appendOnly: self = .unprocessableContent
        case .deadlineExceeded, .cancelled, .locked, .closed, .readOnly, .poisoned:
            self = .serviceUnavailable
        case .diskFull: self = Self(code: 507, reasonPhrase: "Insufficient Storage")
        default: self = .internalServerError
        }
    }
}
