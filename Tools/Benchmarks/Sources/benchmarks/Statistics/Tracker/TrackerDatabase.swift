import Nacre

/// A tracker's data in SQLite.
struct TrackerDatabase {
    private let connection: SQLiteConnection

    init(in directory: String) throws {
        connection = try SQLiteConnection(path: directory + "/tracker.sqlite")
        try connection.execute(SQL.connection)
        try connection.execute(SQL.writeAheadLog)
    }

    /// Tables without rowid are ordered by their key, so they need no other index for it. Indexes
    /// contain all attributes that a statistic reads, if that avoids a lookup of each row, and only
    /// open or closed issues, if a statistic is about these. `closed` is in them because SQLite
    /// looks it up otherwise.
    private static let schema = """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE project (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE issue (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, status INTEGER NOT NULL,
            priority INTEGER NOT NULL, created INTEGER NOT NULL, closed INTEGER, due INTEGER,
            estimate INTEGER, project INTEGER NOT NULL REFERENCES project(id),
            assignee INTEGER REFERENCES person(id));
        CREATE TABLE issue_label (
            issue INTEGER NOT NULL REFERENCES issue(id), label TEXT NOT NULL,
            PRIMARY KEY (issue, label)) WITHOUT ROWID;
        CREATE TABLE issue_watcher (
            issue INTEGER NOT NULL REFERENCES issue(id),
            person INTEGER NOT NULL REFERENCES person(id),
            PRIMARY KEY (issue, person)) WITHOUT ROWID;
        CREATE TABLE comment (
            id INTEGER PRIMARY KEY, issue INTEGER NOT NULL REFERENCES issue(id),
            author INTEGER NOT NULL REFERENCES person(id), created INTEGER NOT NULL,
            length INTEGER NOT NULL);
        """

    private static let indexes = """
        CREATE INDEX issue_status ON issue(status);
        CREATE INDEX issue_created ON issue(created, status, closed);
        CREATE INDEX issue_closed ON issue(closed, created) WHERE closed IS NOT NULL;
        CREATE INDEX issue_closing_time ON issue(closed - created);
        CREATE INDEX issue_estimate ON issue(estimate);
        CREATE INDEX issue_project ON issue(project, assignee);
        CREATE INDEX open_issue_created ON issue(created, closed) WHERE closed IS NULL;
        CREATE INDEX open_issue_priority ON issue(priority, estimate, closed) WHERE closed IS NULL;
        CREATE INDEX open_issue_assignee ON issue(assignee, due, closed) WHERE closed IS NULL;
        CREATE INDEX open_issue_due ON issue(due, closed) WHERE closed IS NULL;
        CREATE INDEX open_issue_project ON issue(project, created, estimate, closed)
            WHERE closed IS NULL;
        CREATE INDEX issue_label_label ON issue_label(label, issue);
        CREATE INDEX issue_watcher_person ON issue_watcher(person, issue);
        CREATE INDEX comment_issue ON comment(issue, length);
        CREATE INDEX comment_author ON comment(author, created);
        ANALYZE;
        """

    /// Writes all data of a tracker to a new database.
    static func create(in directory: String, _ tracker: Tracker) throws {
        let database = try TrackerDatabase(in: directory)
        let connection = database.connection
        try connection.execute(schema)
        try connection.transaction {
            for person in tracker.persons {
                try insert("person", [.number(person.id), .text(person.name)], connection)
            }
            for project in tracker.projects {
                try insert("project", [.number(project.id), .text(project.name)], connection)
            }
            var nextID = 1
            for number in 0..<tracker.issueCount {
                try insert(tracker.issue(number), connection)
                let comments = tracker.comments(ofIssue: number, firstID: nextID)
                for comment in comments { try insert(comment, connection) }
                nextID += comments.count
            }
        }
        try connection.execute(indexes)
        try connection.close()
    }

    /// Returns all rows of a statistic.
    func rows(_ sql: String, _ dashboard: Dashboard) throws -> [[Cell]] {
        let statement = try connection.statement(sql)
        defer { statement.reset() }
        statement.bind(Int64(Tracker.now), at: 1)
        statement.bind(Int64(dashboard.many), at: 2)
        var rows: [[Cell]] = []
        while try statement.step() { rows.append(statement.cells) }
        return rows
    }

    func close() throws { try connection.close() }

    private static func insert(_ issue: Issue, _ connection: SQLiteConnection) throws {
        try insert(
            "issue",
            [
                .number(issue.id), .text(issue.title), .number(Int(issue.status.rawValue)),
                .number(issue.priority), Cell(seconds: issue.created), Cell(seconds: issue.closed),
                Cell(seconds: issue.due), Cell(issue.estimate), .number(issue.project.id),
                Cell(issue.assignee?.id),
            ], connection)
        for label in issue.labels {
            try insert("issue_label", [.number(issue.id), .text(label)], connection)
        }
        for watcher in issue.watchers {
            try insert("issue_watcher", [.number(issue.id), .number(watcher.id)], connection)
        }
    }

    private static func insert(_ comment: Comment, _ connection: SQLiteConnection) throws {
        try insert(
            "comment",
            [
                .number(comment.id), .number(comment.issue.id), .number(comment.author.id),
                Cell(seconds: comment.created), .number(comment.length),
            ], connection)
    }

    private static func insert(
        _ table: String, _ cells: [Cell], _ connection: SQLiteConnection
    ) throws {
        let marks = cells.map { _ in "?" }.joined(separator: ", ")
        let statement = try connection.statement("INSERT INTO \(table) VALUES (\(marks))")
        for (column, cell) in zip((1 as Int32)..., cells) { statement.bind(cell, at: column) }
        try statement.run()
    }
}
