/// An error of a store, for people and for code: a code to branch on, a sentence that tells the
/// problem and the remedy, and the place. Error texts never contain stored values, except ids if
/// nothing else identifies the objects.
public struct StoreError: Error, Sendable {
    /// The content, in one word: each call that can throw a `StoreError` has room for one on the
    /// stack, and filters at the limit of levels must fit on the stack of a secondary thread.
    private var content: Content

    private indirect enum Content: Sendable {
        case fields(Fields)
    }

    private struct Fields: Sendable {
        let code: Code
        let message: String
        let file: String?
        let offset: Int?
        let cause: String?
        let expected: String?
        let found: String?
        var outcome: CommitOutcome?
        var violations: [Violation] = []
        var subject: ErrorObject?
        var obstacle: ErrorObject?
        var underlying: (any Error)?
        var isRefusal = false
        var conflicts: [Conflict] = []
    }

    private var fields: Fields {
        get {
            switch content {
            case .fields(let fields): fields
            }
        }
        set { content = .fields(newValue) }
    }

    /// The code to branch on.
    public var code: Code { fields.code }
    /// A sentence that tells the problem and its remedy.
    public var message: String { fields.message }
    /// The path of the file concerned.
    public var file: String? { fields.file }
    /// The offset in the file, in bytes.
    public var offset: Int? { fields.offset }
    /// The cause, as a sentence: a format error or an error of the operating system.
    public var cause: String? { fields.cause }
    /// The bytes or value expected at the place, if the content there is wrong.
    public var expected: String? { fields.expected }
    /// The content found there. Never a stored value.
    public var found: String? { fields.found }
    /// The outcome of the change that was being made. Nil if there was none.
    public private(set) var outcome: CommitOutcome? {
        get { fields.outcome }
        set { fields.outcome = newValue }
    }
    /// All broken rules, if the code is `invalidObject`.
    public internal(set) var violations: [Violation] {
        get { fields.violations }
        set { fields.violations = newValue }
    }
    /// The entity, the attributes and the object that the error is about. Nil if it is about none,
    /// or about several entities.
    public internal(set) var subject: ErrorObject? {
        get { fields.subject }
        set { fields.subject = newValue }
    }
    /// The object in the way, if the code is `uniqueViolation`, `duplicateID`, `deleteDenied` or
    /// `danglingReference`.
    public internal(set) var obstacle: ErrorObject? {
        get { fields.obstacle }
        set { fields.obstacle = newValue }
    }
    /// The error that a hook threw, if the code is `refused`. It is caught unchanged.
    public internal(set) var underlying: (any Error)? {
        get { fields.underlying }
        set { fields.underlying = newValue }
    }
    /// Whether the operating system refused a call for lack of rights, memory or descriptors. This
    /// says nothing about the store.
    package internal(set) var isRefusal: Bool {
        get { fields.isRefusal }
        set { fields.isRefusal = newValue }
    }
    /// All changes by others, if the code is `conflict` and a save was based on a state.
    public internal(set) var conflicts: [Conflict] {
        get { fields.conflicts }
        set { fields.conflicts = newValue }
    }

    /// The kind of an error. Later versions may add more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, as printed.
        public let description: String

        private init(_ name: String) { description = name }

        /// There is no store at the path.
        public static let storeNotFound = Code("storeNotFound")
        /// The path does not lead to a store, or not to the required one.
        public static let notAStore = Code("notAStore")
        /// Another writer has the store open.
        public static let locked = Code("locked")
        /// The operating system does not permit it.
        public static let notPermitted = Code("notPermitted")
        /// The store's format is newer than this software, or needs a feature that this software
        /// lacks.
        public static let unsupportedFormat = Code("unsupportedFormat")
        /// Bytes that were durable are damaged or missing. Nothing was changed.
        public static let corrupt = Code("corrupt")
        /// The operating system reported an error on reading or writing.
        public static let io = Code("io")
        /// The disk is full.
        public static let diskFull = Code("diskFull")
        /// This software found a contradiction in its own memory. The store takes no more changes
        /// until it is opened again.
        public static let `internal` = Code("internal")
        /// An earlier write failed. The store takes no more changes until it is opened again.
        public static let poisoned = Code("poisoned")
        /// The store is open for reading only.
        public static let readOnly = Code("readOnly")
        /// The store was opened by the process that this one was forked from.
        public static let forked = Code("forked")
        /// The store was closed.
        public static let closed = Code("closed")
        /// `performChanges` was called inside `performChanges`.
        public static let nestedChanges = Code("nestedChanges")
        /// The store has no such entity.
        public static let unknownEntity = Code("unknownEntity")
        /// The entity has no such attribute.
        public static let unknownAttribute = Code("unknownAttribute")
        /// The schema cannot be stored, or differs from the stored one.
        public static let schemaMismatch = Code("schemaMismatch")
        /// A value does not have its attribute's type, or exceeds a limit.
        public static let invalidValue = Code("invalidValue")
        /// An object breaks rules of its entity: ``StoreError/violations`` lists all of them.
        public static let invalidObject = Code("invalidObject")
        /// A stored value has no counterpart in its Swift type: an enum has no such case, or a
        /// transformer refused it.
        public static let undecodable = Code("undecodable")
        /// An object with this id already exists.
        public static let duplicateID = Code("duplicateID")
        /// Another object has the same value of a unique attribute.
        public static let uniqueViolation = Code("uniqueViolation")
        /// Objects were changed by others since they were read.
        public static let conflict = Code("conflict")
        /// A reference with a delete rule leads to an object that does not exist.
        public static let danglingReference = Code("danglingReference")
        /// An object cannot be deleted, because another object refers to it and denies the
        /// deletion.
        public static let deleteDenied = Code("deleteDenied")
        /// A hook of an object refused to let it be saved or deleted.
        public static let refused = Code("refused")
        /// Objects of the entity can only be added, not changed or deleted.
        public static let appendOnly = Code("appendOnly")
        /// Hooks call each other endlessly.
        public static let hookLoop = Code("hookLoop")
        /// The call expects one object, and there are several.
        public static let tooManyResults = Code("tooManyResults")
        /// No object has this id.
        public static let noSuchObject = Code("noSuchObject")
        /// The requested commits are no longer kept individually.
        public static let historyGone = Code("historyGone")
        /// A long operation was cancelled before its end.
        public static let cancelled = Code("cancelled")
        /// A read had not ended at its deadline.
        public static let deadlineExceeded = Code("deadlineExceeded")
        /// A number space of the format is exhausted, or a store is larger than the limits with
        /// which it is opened allow.
        public static let limitReached = Code("limitReached")
    }

    package init(
        _ code: Code, _ message: String, file: String? = nil, offset: Int? = nil,
        cause: String? = nil, expected: String? = nil, found: String? = nil
    ) {
        content = .fields(
            Fields(
                code: code, message: message, file: file, offset: offset, cause: cause,
                expected: expected, found: found))
    }

    /// Returns a copy of the error with an obstacle.
    package func with(obstacle: ErrorObject) -> StoreError {
        var error = self
        error.obstacle = obstacle
        return error
    }

    /// Returns a copy of the error that says what it is about. A known subject is kept.
    /// - Parameters:
    ///   - attributes: The attributes that are wrong.
    ///   - id: The object's id, as the tool prints it.
    package func about(
        _ entity: String, _ attributes: [String] = [], id: String? = nil
    ) -> StoreError {
        var error = self
        error.subject =
            subject ?? ErrorObject(entity: entity, attributes: attributes, id: id)
        return error
    }

    /// Returns a copy of the error with an error that foreign code threw.
    package func with(underlying: any Error) -> StoreError {
        var error = self
        error.underlying = underlying
        return error
    }

    /// Returns a copy of the error with the outcome of the change. A known outcome is kept.
    package func with(outcome: CommitOutcome) -> StoreError {
        var error = self
        error.outcome = self.outcome ?? outcome
        return error
    }
}

extension StoreError: CustomStringConvertible {
    /// The error in one line: message, place, cause.
    public var description: String {
        var text = message
        if let file { text += " [\(file)\(offset.map { " at offset \($0)" } ?? "")]" }
        if let cause { text += " (\(cause))" }
        if outcome == .unknown {
            text += " Open the store again to see whether the change was stored."
        }
        return text
    }
}
