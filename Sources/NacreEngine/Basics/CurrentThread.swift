internal import CNacreShims

/// Returns a number that no other living thread of the process has.
func currentThread() -> UInt64 { nacre_thread_id() }
