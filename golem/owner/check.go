package owner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Check reports, as an ErrNone, a file of a folder of letters that is not as it was written.
// name is its path in that folder. Answered is the letter, where it was answered; vouched is
// false for one that nobody put a sum on, as of a letter that was written by hand.
func Check(name string, text []byte) (of Letter, answer, vouched bool, _ error) {
	sub, file := path.Split(name)
	id, is := strings.CutSuffix(file, suffix)
	switch {
	case !is || sub != "" && sub != heard+"/":
		return of, false, false, nil
	case sub == "":
		l, err := Parse(id, text)
		return l, false, bytes.Contains(text, []byte(`"sum":`)), err
	}
	var got answered
	if err := json.Unmarshal(text, &got); err != nil {
		return of, true, true, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if same, err := got.text(id); err != nil || !bytes.Equal(same, text) {
		return of, true, true, fmt.Errorf("%w: it was changed: its sum is not %s", ErrNone, got.Sum)
	}
	l, err := Parse(id, got.Letter)
	return l, true, true, err
}

// Kept reports whether an answered letter of that id lies in a folder, or one that waits.
func Kept(letters fs.FS, id string) bool {
	for _, name := range []string{id + suffix, heard + "/" + id + suffix} {
		if _, err := fs.Stat(letters, name); err == nil {
			return true
		}
	}
	return false
}
