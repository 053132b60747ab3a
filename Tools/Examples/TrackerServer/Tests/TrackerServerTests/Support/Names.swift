@testable import TrackerServer

// Swift Testing has types of the same names.
typealias Issue = TrackerServer.Issue
typealias Comment = TrackerServer.Comment
