internal import ArgumentParser

/// The formats in which `nacre fetch` prints objects.
enum FetchFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case jsonl
    case csv

    func writer(to output: Output) -> any RowWriter {
        switch self {
        case .table: TableRowWriter(output, widthMax: Terminal.width)
        case .jsonl: JSONLinesWriter(output)
        case .csv: CSVWriter(output, isForTerminal: Terminal.isStandardOutput)
        }
    }
}
