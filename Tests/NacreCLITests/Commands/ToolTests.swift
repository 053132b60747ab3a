import Testing

/// Runs every command as a process. The tests run one after another, since each starts several
/// processes.
@Suite(.serialized) enum ToolTests {}
