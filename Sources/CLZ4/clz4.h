// The system's liblz4. Not used on Apple platforms, which have the same in Compression.
#include <lz4.h>
