// Package version names this version of the program. A life belongs to the version that
// lived it: before 1.0 no version reads what another one wrote, and each refuses it by
// name.
package version

import (
	"errors"
	"fmt"
)

// Program is this version. It changes with every change of what a folder holds.
const Program = "0.4.0"

// ErrOther refuses what another version wrote.
var ErrOther = errors.New("another version of the program lived it")

// Check refuses what a version of another name wrote.
func Check(wrote string) error {
	if wrote == Program {
		return nil
	}
	if wrote == "" {
		wrote = "an older one"
	}
	return fmt.Errorf("%w: %.40q, and this program is %s: use that version, or begin another life in another folder", ErrOther, wrote, Program)
}
