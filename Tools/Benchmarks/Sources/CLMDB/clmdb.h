// The system's liblmdb.
#include <lmdb.h>
