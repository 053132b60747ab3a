import Hummingbird

/// The context of a request: its logger and the parameters of its path.
typealias TrackerContext = BasicRequestContext
