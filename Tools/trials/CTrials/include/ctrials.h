// The calls that only the trials need, and that Swift cannot make or must not name.
#ifndef NACRE_TRIALS_H
#define NACRE_TRIALS_H

// Each returns 0, or the number of the error.

/// Cuts the power of a mounted ext4: bytes that are not on the disk never reach it.
/// - Parameter flushesJournal: Whether the journal is written before.
int trial_cut_power(const char *mount_point, int flushesJournal);
int trial_mount(const char *device, const char *mount_point, const char *options);
int trial_unmount(const char *mount_point);
/// Ends a process with signal 9.
int trial_kill(int process);

#endif
