package journal

import (
	"errors"
	"fmt"
)

// Birth decodes the boot entry that the journal in dir begins with: what the life
// was made of, whatever a later boot was given.
func Birth(dir string, boot any) error {
	r, err := Read(dir)
	if err != nil {
		return err
	}
	e, err := r.Lookup(0)
	if err == nil && e.Kind != KindBoot {
		err = fmt.Errorf("the journal begins with %s and not with a boot", e.Kind)
	}
	if err == nil {
		err = e.Decode(boot)
	}
	return errors.Join(err, r.Close())
}
