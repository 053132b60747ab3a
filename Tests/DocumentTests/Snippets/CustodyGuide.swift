import Nacre

/// Runs the code of the guide "Keeping data safe", on a store of members.
/// - Returns: The defects found, and the number of members in the backup.
func runCustodyGuide(at path: String, backups: String) throws -> ([String], Int) {
    let store = try Store(at: path, Member.self)
    try store.performChanges { try $0.insert(Member(id: "m1", name: "Anne")) }
    // snippet: backup
    try store.backup(to: backups + "/cities.nacre")
    // end snippet
    try store.close()
    var log: [String] = []
    // snippet: verify
    let report = try Store.verify(at: path, deep: true)
    for defect in report.defects { log.append("\(defect)") }
    // end snippet
    // snippet: degraded
    let (rest, losses) = try Store.degraded(at: path, Member.self)
    let members = try rest.fetch(Member.all)
    for item in losses.lost { log.append("\(item)") }
    // end snippet
    guard members.count == 1 else { return (["\(members)"], 0) }
    return (log, try countUntrusted(at: backups + "/cities.nacre"))
}

private func countUntrusted(at path: String) throws -> Int {
    // snippet: untrusted
    let store = try Store(at: path, options: .untrusted, Member.self)
    // end snippet
    defer { try? store.close() }
    return try store.fetch(Member.all).count
}
