// The system's librocksdb.
#include <rocksdb/c.h>
