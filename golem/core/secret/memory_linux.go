package secret

import (
	"errors"

	"golang.org/x/sys/unix"
)

// Undumpable has the system write no core file of this process, whoever asks for one, and
// keeps other processes of its user from reading its memory. What Go holds of a key beside
// a Secret would be in it (provisioning §9.3). It is for ever, and for no child. The first
// environment of the process stays readable, to root only from then on: a key can be given
// as a file instead.
func Undumpable() error {
	return errors.Join(
		unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}),
		unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0), // a limit alone does not hold where cores are piped
	)
}

// allocate returns n bytes outside the Go heap, locked and left out of core
// files where the limits allow it. Without a mapping it uses the heap.
func allocate(n int) []byte {
	page, err := unix.Mmap(-1, 0, max(n, 1), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]byte, n, n+1) // the odd capacity tells release that it is no mapping
	}
	_ = unix.Mlock(page)                         // refused above RLIMIT_MEMLOCK
	_ = unix.Madvise(page, unix.MADV_DONTDUMP)   // refused by some sandboxes
	_ = unix.Madvise(page, unix.MADV_WIPEONFORK) // likewise
	return page[:n]
}

func release(bytes []byte) {
	if page := bytes[:cap(bytes)]; cap(bytes) == max(len(bytes), 1) {
		_ = unix.Munmap(page) // wiped before; nothing to do if the system keeps it
	}
}
