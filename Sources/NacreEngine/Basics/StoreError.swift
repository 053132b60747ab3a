/// What went wrong with a store, for people and for code: a code to branch on, a sentence that says
/// what happened and what to do, and the place. Error texts never contain stored values; only ids,
/// where nothing else leads to the objects that are meant.
public struct StoreError: Error, Sendable {
    /// What to branch on.
    public let code: Code
    /// What happened, and how it may be remedied.
    public let message: String
    /// The file concerned, as a path.
    public let file: String?
    /// In the file, in bytes.
    public let offset: Int?
    /// What caused it, as a sentence: a format error, an error of the operating system.
    public let cause: String?
    /// What should stand at the place, if bytes there are not what they should be.
    public let expected: String?
    /// What stands there. Never a stored value.
    public let found: String?
    /// What became of the change that was being made; nil if none was.
    public private(set) var outcome: CommitOutcome?
    /// All rules that are broken, where the code is `invalidObject`.
    public internal(set) var violations: [Violation] = []
    /// The objects that stand in each other's way, where the code is `uniqueViolation`,
    /// `duplicateID`, `deleteDenied` or `danglingReference`.
    public internal(set) var obstacle: Obstacle?
    /// What a hook has thrown, where the code is `refused`: to be caught as it is.
    public internal(set) var underlying: (any Error)?
    /// Whether the operating system refused a call for want of rights, memory or descriptors: that
    /// tells nothing of the store.
    package internal(set) var isRefusal = false
    /// All that others have changed, where the code is `conflict` and a save was based on a state.
    public internal(set) var conflicts: [Conflict] = []

    /// What kind of error it is. Later versions may have more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, as printed.
        public let description: String

        private init(_ name: String) { description = name }

        /// There is no store at the path.
        public static let notFound = Code("notFound")
        /// There is something at the path, but it is no store, or not the one that it has to be.
        public static let notAStore = Code("notAStore")
        /// Another writer has the store open.
        public static let locked = Code("locked")
        /// The operating system does not permit it.
        public static let notPermitted = Code("notPermitted")
        /// The store's format is newer than this software, or it needs a feature that it lacks.
        public static let unsupportedFormat = Code("unsupportedFormat")
        /// Bytes that were durable are damaged or missing. Nothing was changed.
        public static let corrupt = Code("corrupt")
        /// The operating system reported an error on reading or writing.
        public static let io = Code("io")
        /// The disk is full.
        public static let diskFull = Code("diskFull")
        /// An earlier write failed; the store takes no more changes until it is opened again.
        public static let poisoned = Code("poisoned")
        /// The store is open for reading only.
        public static let readOnly = Code("readOnly")
        /// The store was opened by the process that this one was forked from.
        public static let forked = Code("forked")
        /// The store was closed.
        public static let closed = Code("closed")
        /// `performChanges` was called inside of `performChanges`.
        public static let nestedChanges = Code("nestedChanges")
        /// There is no such entity in the store.
        public static let unknownEntity = Code("unknownEntity")
        /// The entity has no such attribute.
        public static let unknownAttribute = Code("unknownAttribute")
        /// The schema cannot be stored, or differs from the stored one.
        public static let schemaMismatch = Code("schemaMismatch")
        /// A value is not of its attribute's type, or a limit is exceeded.
        public static let invalidValue = Code("invalidValue")
        /// An object breaks rules of its entity: ``StoreError/violations`` has all of them.
        public static let invalidObject = Code("invalidObject")
        /// A stored value has no counterpart in its Swift type: an enum has no such case, a
        /// transformer refused it.
        public static let undecodable = Code("undecodable")
        /// There is an object with this id already.
        public static let duplicateID = Code("duplicateID")
        /// There is another object with the same value of a unique attribute.
        public static let uniqueViolation = Code("uniqueViolation")
        /// Objects were changed by somebody else since they were read.
        public static let conflict = Code("conflict")
        /// A reference with a delete rule leads to an object that does not exist.
        public static let danglingReference = Code("danglingReference")
        /// An object cannot be deleted, because another one refers to it and denies that.
        public static let deleteDenied = Code("deleteDenied")
        /// A hook of an object did not let it be saved or deleted.
        public static let refused = Code("refused")
        /// Objects of the entity are only added, and never changed or deleted.
        public static let appendOnly = Code("appendOnly")
        /// Hooks call each other without an end.
        public static let hookLoop = Code("hookLoop")
        /// One object was asked for, and there are several.
        public static let tooManyResults = Code("tooManyResults")
        /// There is no object with this id.
        public static let noSuchObject = Code("noSuchObject")
        /// Commits were asked for that are no longer kept one by one.
        public static let historyGone = Code("historyGone")
        /// A long work was cancelled before its end.
        public static let cancelled = Code("cancelled")
        /// A read had not ended at its deadline.
        public static let deadlineExceeded = Code("deadlineExceeded")
        /// A number space of the format is used up, or a store is larger than the limits allow with
        /// which it is opened.
        public static let limitReached = Code("limitReached")
    }

    package init(
        _ code: Code, _ message: String, file: String? = nil, offset: Int? = nil,
        cause: String? = nil, expected: String? = nil, found: String? = nil
    ) {
        self.code = code
        self.message = message
        self.file = file
        self.offset = offset
        self.cause = cause
        self.expected = expected
        self.found = found
    }

    /// The same error with what stands in the way.
    package func with(obstacle: Obstacle) -> StoreError {
        var error = self
        error.obstacle = obstacle
        return error
    }

    /// The same error with what somebody else's code has thrown.
    package func with(underlying: any Error) -> StoreError {
        var error = self
        error.underlying = underlying
        return error
    }

    /// The same error with what became of the change. What is known already stays.
    package func with(outcome: CommitOutcome) -> StoreError {
        var error = self
        error.outcome = self.outcome ?? outcome
        return error
    }
}

extension StoreError: CustomStringConvertible {
    /// One line: message, place, cause.
    public var description: String {
        var text = message
        if let file { text += " [\(file)\(offset.map { " at offset \($0)" } ?? "")]" }
        if let cause { text += " (\(cause))" }
        if outcome == .unknown {
            text += " Whether the change is in the store shows when it is opened again."
        }
        return text
    }
}
