// The errors, reports and options that the engine makes or takes belong to this library's API, as do
// the explanations of queries. All else in the engine is for the package alone. LibraryTests lists
// the public types.
@_exported public import NacreEngine
