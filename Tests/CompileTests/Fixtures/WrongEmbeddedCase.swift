import Foundation
import Nacre

// error: has no member 'retired'
@Embedded enum Work: Hashable { case applied, hired(since: Date) }
@Entity struct Worker { var work: Work }
func unknownCase() { _ = Worker.where { $0.work.case == .retired } }
