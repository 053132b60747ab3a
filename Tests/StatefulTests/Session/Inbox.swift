#if Macros
    import Foundation
    import Nacre
    import NacreTestSupport

    /// The elements that a task has received from a sequence so far. A dedicated thread must wait
    /// for them. The task does not run on the shared threads either: other tests keep these busy
    /// for minutes.
    final class Inbox<Element: Sendable>: @unchecked Sendable {
        // Everything below is accessed only under the condition's lock.
        private let condition = NSCondition()
        private var elements: [Element] = []
        private var end: Result<Void, any Error>?
        private var task: Task<Void, Never>?

        init() {}

        /// Starts to receive all elements of a sequence.
        init<Source: AsyncSequence & Sendable>(_ source: Source)
        where Source.Element == Element {
            task = Task.detached(executorPreference: QueueExecutor()) { [weak self] in
                do {
                    for try await element in source { self?.put(element) }
                    self?.finish(.success(()))
                } catch {
                    self?.finish(.failure(error))
                }
            }
        }

        deinit { task?.cancel() }

        func put(_ element: Element) {
            condition.withLock {
                elements.append(element)
                condition.broadcast()
            }
        }

        private func finish(_ result: Result<Void, any Error>) {
            condition.withLock {
                end = result
                condition.broadcast()
            }
        }

        func cancel() { task?.cancel() }

        /// Takes elements until there are enough.
        /// - Throws: The error of the sequence, or an error if the elements do not come in this
        ///   many seconds.
        func take(
            _ what: String, within seconds: Double = 20, until isEnough: ([Element]) throws -> Bool
        ) throws -> [Element] {
            condition.lock()
            defer { condition.unlock() }
            let deadline = Date(timeIntervalSinceNow: seconds)
            while try !isEnough(elements) {
                try end?.get()
                try require(end == nil, "\(what): it has ended with \(elements.count)")
                try require(
                    condition.wait(until: deadline), "\(what): it stays at \(elements.count)")
            }
            defer { elements = [] }
            return elements
        }
    }
#endif
