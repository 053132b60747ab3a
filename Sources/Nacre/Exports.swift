// The errors, reports and options that the engine makes or takes belong to this library's API, and
// so do the explanations of queries. All else in the engine is for the package alone. The README
// of this folder lists the public types.
@_exported public import NacreEngine

// The queries of full-text searches, and the snippets of what they find.
@_exported public import NacreSearch
