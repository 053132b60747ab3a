#if Macros
    import Dispatch

    /// Runs tasks on a queue of its own.
    final class QueueExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "nacre.tests.tasks")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            // SAFETY: the closure keeps the executor until the job has run.
            queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
