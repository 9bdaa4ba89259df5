package home

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ErrHolder means that a lock file does not say what a process wrote there.
var ErrHolder = errors.New("home: the lock file was changed")

// Holder is the process that signed the lock of a folder last. Who is empty where none did.
// Serves is where it answers, as host:port; empty: nowhere.
type Holder struct {
	Who    string
	Serves string
	Epoch  uint64
}

// served parts the address of a signature from what is before it.
const served = ", http://"

// Serve has the next signature say where the process answers, as host:port.
func (h *Home) Serve(address string) { h.served = address }

// Sign writes who holds the lock, for whoever is refused, and vouches for the loose files of
// the life that was born so.
func (h *Home) Sign(epoch uint64, birth [32]byte) error {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	who := fmt.Sprintf("pid %d on %s", os.Getpid(), host)
	if h.served != "" {
		who += served + h.served
	}
	line := checked(fmt.Sprintf("%s, epoch %d", who, epoch), birth)
	if err := h.lock.Truncate(0); err != nil {
		return fmt.Errorf("sign lock: %w", err)
	}
	if _, err = h.lock.WriteAt([]byte(line), 0); err != nil {
		return fmt.Errorf("sign lock: %w", err)
	}
	return vouch(h.dir, birth)
}

const checksum = ", checksum "

// checked adds a checksum to a line, of the line and the life.
func checked(who string, birth [32]byte) string {
	sum := sha256.Sum256(append([]byte(who), birth[:]...))
	return fmt.Sprintf("%s%s%x\n", who, checksum, sum[:4])
}

// HolderIn reads who signed the lock of a folder, without a look at the checksum.
func HolderIn(dir string) (h Holder, _ error) {
	text, err := os.ReadFile(filepath.Join(dir, LockFile))
	if err != nil || len(text) == 0 {
		return h, err
	}
	who, _, _ := strings.Cut(string(text), checksum)
	before, epoch, _ := strings.Cut(who, ", epoch ")
	_, h.Serves, _ = strings.Cut(before, served)
	if h.Epoch, err = strconv.ParseUint(epoch, 10, 64); err != nil {
		return h, fmt.Errorf("%w: %s", ErrHolder, filepath.Join(dir, LockFile))
	}
	h.Who = who
	return h, nil
}

// Signed is HolderIn for the life that was born so. A lock that was changed, or that a process
// of another life signed, is ErrHolder.
func Signed(dir string, birth [32]byte) (Holder, error) {
	h, err := HolderIn(dir)
	if err != nil || h.Who == "" {
		return h, err
	}
	text, err := os.ReadFile(filepath.Join(dir, LockFile))
	if err == nil && string(text) != checked(h.Who, birth) {
		err = fmt.Errorf("%w: %s", ErrHolder, filepath.Join(dir, LockFile))
	}
	return h, err
}
