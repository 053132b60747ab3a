import Foundation
import NacreEngine
import NacreExchangeCore
import Testing

@testable import NacreCLI

@Suite struct ExitStatusTests {
    private static let statuses: [(StoreError.Code, Int32)] = [
        (.storeNotFound, 66), (.notAStore, 66), (.locked, 75), (.notPermitted, 77),
        (.unsupportedFormat, 76), (.corrupt, 65), (.io, 74), (.diskFull, 74), (.poisoned, 74),
        (.readOnly, 70), (.closed, 70), (.nestedChanges, 70), (.unknownEntity, 64),
        (.unknownAttribute, 64), (.schemaMismatch, 65), (.invalidValue, 65), (.duplicateID, 65),
        (.uniqueViolation, 65), (.noSuchObject, 65), (.limitReached, 73), (.forked, 75),
        (.cancelled, 130), (.deadlineExceeded, 130), (.undecodable, 65), (.danglingReference, 65),
        (.deleteDenied, 65),
        (.invalidObject, 65), (.historyGone, 66), (.conflict, 65), (.refused, 65),
        (.appendOnly, 65), (.hookLoop, 65), (.tooManyResults, 65),
    ]

    @Test func `the list contains each kind of store error`() throws {
        let file = RepositoryFolder.root.appending(
            path: "Sources/NacreEngine/Basics/StoreError.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let names = text.matches(of: /static let \w+ = Code\("(\w+)"\)/).map { String($0.1) }
        #expect(Set(names) == Set(Self.statuses.map(\.0.description)))
    }

    @Test(arguments: statuses)
    func `each kind of store error has its exit code`(code: StoreError.Code, status: Int32) {
        let report = ErrorReport(StoreError(code, "It did not work.", file: "a\u{1b}\nb"))
        #expect(report.status.rawValue == status)
        #expect(report.message == "It did not work. [a\\u{1b}\\u{a}b]")
    }

    @Test func `an error of an import is bad data, with file and line`() {
        let report = ErrorReport(ImportError(file: "a.csv", line: 3, message: "No number."))
        #expect(report.status == .badData)
        #expect(report.message == "a.csv:3: No number.")
    }

    @Test func `an unforeseen error is an internal error of the tool`() {
        struct Other: Error {}
        #expect(ErrorReport(Other()).status == .internalError)
    }

    @Test func `the README lists every exit code as the help does`() throws {
        let file = RepositoryFolder.root.appending(path: "README.md")
        let readme = try String(contentsOf: file, encoding: .utf8)
        for status in ExitStatus.allCases {
            #expect(readme.contains("| \(status.rawValue) | \(status.meaning) |"))
        }
    }
}
