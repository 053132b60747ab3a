#if Macros
    import Nacre
    import Synchronization

    /// The numbers of calls of each kind that were done and that were refused: a test whose calls
    /// are all refused tests nothing.
    enum Outcomes {
        private static let counts = Mutex<[String: Int]>([:])

        static func note<Success>(_ what: String, _ result: Result<Success, World.Refusal>) {
            let call = what.prefix { $0 != " " && $0 != "(" }
            let outcome: String
            switch result {
            case .success: outcome = "done"
            case .failure(let refusal): outcome = "\(refusal.code)"
            }
            counts.withLock { $0["\(call) \(outcome)", default: 0] += 1 }
        }

        static func note(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }

        static let wanted = [
            "committed", "dangling", "shared", "delete done", "delete deleteDenied",
            "delete refused",
            "insert duplicateID", "insert invalidObject",
            "update noSuchObject", "upsert uniqueViolation", "save uniqueViolation",
            "turn done", "saveLive done", "saveLive conflict",
            "saveLive uniqueViolation", "workerUpsert done", "workerUpsert refused",
            "workerReplace done", "workerRemove done", "workerGet done", "workerGet refused",
            "called back", "awaited", "told", "live editDesk", "opened as fourth",
        ]

        static var all: [String: Int] { counts.withLock { $0 } }
    }
#endif
