#if Macros
    import Dispatch

    /// Runs tasks on a queue of its own.
    final class QueueExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "nacre.tests.tasks")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
