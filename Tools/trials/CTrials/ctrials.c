#include "ctrials.h"

#include <errno.h>
#include <signal.h>
#include <sys/types.h>

int trial_kill(int process) { return kill((pid_t)process, SIGKILL) == 0 ? 0 : errno; }

#ifdef __linux__

#include <fcntl.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

// As in the kernel's ext4.h, which has no counterpart in the headers for programs.
#define EXT4_SHUTDOWN _IOR('X', 125, uint32_t)
#define EXT4_FLUSH_JOURNAL 1u
#define EXT4_NO_FLUSH 2u

int trial_cut_power(const char *mount_point, int flushesJournal) {
    int directory = open(mount_point, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return errno;
    uint32_t flag = flushesJournal ? EXT4_FLUSH_JOURNAL : EXT4_NO_FLUSH;
    int result = ioctl(directory, EXT4_SHUTDOWN, &flag) == 0 ? 0 : errno;
    close(directory);
    return result;
}

int trial_mount(const char *device, const char *mount_point, const char *options) {
    return mount(device, mount_point, "ext4", 0, options) == 0 ? 0 : errno;
}

int trial_unmount(const char *mount_point) { return umount2(mount_point, 0) == 0 ? 0 : errno; }

#else

int trial_cut_power(const char *mount_point, int flushesJournal) { return ENOTSUP; }
int trial_mount(const char *device, const char *mount_point, const char *options) {
    return ENOTSUP;
}
int trial_unmount(const char *mount_point) { return ENOTSUP; }

#endif
