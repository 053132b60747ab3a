internal import NacreEngine

extension WriteTransaction {
    /// Adds objects, and leaves out those that cannot be added.
    ///
    /// ```swift
    /// let report = try changes.insert(contentsOf: rows, onError: .collect)
    /// for failure in report.failures { print(failure.position, failure.error) }
    /// ```
    /// An object fails if it breaks a rule, has the id or a unique value of another one, holds a
    /// value that cannot be stored, or if its hook throws. Unique values are compared at once: two
    /// objects that exchange them must be in a change without this policy. References are checked
    /// at the end of the change: one without an object is an error of the whole change. The
    /// sequence is read once, and only the failures that are kept take memory beyond that of the
    /// change.
    /// - Parameters:
    ///   - objects: The objects.
    ///   - policy: How many failures are kept.
    /// - Returns: The numbers of objects that were added and that failed, and the failures.
    /// - Throws: Errors that are not those of one object, such as `io` and `diskFull`. Nothing of
    ///   the call is left then.
    @discardableResult
    public func insert<Owner: Entity>(
        contentsOf objects: some Sequence<Owner>, onError policy: InsertErrorPolicy
    ) throws(StoreError) -> InsertReport<Owner> {
        let binding = try registry.binding(Owner.self)
        return try StoreError.typed {
            try changes.savepoint {
                var report = InsertReport<Owner>()
                for (position, object) in objects.enumerated() {
                    do throws(StoreError) {
                        try insertAlone(object, binding)
                        report.insertedCount += 1
                    } catch {
                        guard error.isOfOneObject else { throw error }
                        report.failureCount += 1
                        guard report.failures.count < policy.keptMax else { continue }
                        report.failures.append(
                            InsertReport.Failure(position: position, object: object, error: error))
                    }
                }
                return report
            }
        }
    }

    /// Adds an object, of which nothing is left if it fails.
    private func insertAlone<Owner: Entity>(
        _ object: Owner, _ binding: EntityBinding<Owner>
    ) throws(StoreError) {
        try StoreError.typed {
            try changes.savepoint { _ = try write(object, as: .insertAtOnce, binding) }
        }
    }
}
