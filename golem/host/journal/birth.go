package journal

import (
	"errors"
	"fmt"
)

// Birth returns the boot entry that the journal in dir begins with.
func Birth(dir string) (Entry, error) {
	r, err := Read(dir)
	if err != nil {
		return Entry{}, err
	}
	e, err := r.Lookup(0)
	if err == nil && e.Kind != KindBoot {
		err = fmt.Errorf("the journal begins with %s and not with a boot", e.Kind)
	}
	return e, errors.Join(err, r.Close())
}
