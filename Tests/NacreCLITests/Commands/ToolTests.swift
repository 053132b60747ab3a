import Testing

/// Every command as a process of its own. One after another: each test starts several.
@Suite(.serialized) enum ToolTests {}
