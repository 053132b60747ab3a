// The options and errors of the readers of files belong to this library's API. All else in the
// module is for the package alone.
@_exported public import NacreExchangeCore
