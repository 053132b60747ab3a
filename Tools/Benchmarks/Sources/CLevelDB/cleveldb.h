// The system's libleveldb.
#include <leveldb/c.h>
