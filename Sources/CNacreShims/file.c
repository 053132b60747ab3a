#if defined(__linux__)
// Needed for sync_file_range.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#elif defined(__APPLE__)
#include <sys/clonefile.h>
#endif

#include "nacre_shims.h"

#if !defined(_WIN32)
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

int nacre_has_data(int descriptor, int64_t offset) {
#if defined(SEEK_DATA)
    if (lseek(descriptor, (off_t)offset, SEEK_DATA) >= 0) return 1;
    return errno == ENXIO ? 0 : -1;
#else
    (void)descriptor, (void)offset;
    return -1;
#endif
}

int nacre_clone_file(int descriptor, int directory, const char *name) {
#if defined(__linux__) && defined(FICLONE)
    int copy = openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (copy < 0) return -1;
    int result = ioctl(copy, FICLONE, descriptor);
    if (result != 0) unlinkat(directory, name, 0);
    close(copy);
    return result == 0 ? 0 : -1;
#elif defined(__APPLE__)
    return fclonefileat(descriptor, directory, name, 0);
#else
    (void)descriptor, (void)directory, (void)name;
    return -1;
#endif
}

int64_t nacre_file_size_limit(void) {
#if !defined(_WIN32)
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        limit.rlim_cur < INT64_MAX) {
        return (int64_t)limit.rlim_cur;
    }
#endif
    return INT64_MAX;
}

void nacre_start_write_back(int descriptor, int64_t offset, int64_t count) {
#if defined(__linux__)
    // Without the flags that wait, it does not consume an earlier error, so the next sync reports
    // it.
    sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
#else
    // On other systems the sync does all the work.
    (void)descriptor, (void)offset, (void)count;
#endif
}
