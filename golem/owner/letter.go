package owner

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/fxamacker/cbor/v2"

	"bardo.run/bardo/golem/host/journal"
)

// Letter is a word as it came.
type Letter struct {
	// ID tells one letter from every other of a life, and orders those that wait: 1 to 64
	// letters, digits, points and dashes.
	ID      string
	At      int64 // when it was said, in unix milliseconds; 0: not known
	Expires int64 // unix milliseconds after which nobody hears it; 0: never
	Word    Word
	Proof   []byte // signature over the letter; empty: none
}

// longestID is how many characters an id has at most.
const longestID = 64

var ids = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.-]{0,63}$`)

// Kind is the name of its word's row.
func (l Letter) Kind() string {
	if l.Word == nil {
		return ""
	}
	return kindOf(reflect.TypeOf(l.Word))
}

// Check reports what is wrong with it, as an ErrNone.
func (l Letter) Check() error {
	switch {
	case !ids.MatchString(l.ID):
		return fmt.Errorf("%w: its id is %.80q, want at most 64 letters, digits, points and dashes", ErrNone, l.ID)
	case l.At < 0 || l.Expires < 0:
		return fmt.Errorf("%w: it has a time before 1970", ErrNone)
	case l.Kind() == "":
		return fmt.Errorf("%w: a word of type %T", ErrNone, l.Word)
	}
	return l.Word.Check()
}

// file is a letter as JSON. The id is the name of its file.
type file struct {
	Kind    string          `json:"kind"`
	Word    json.RawMessage `json:"word"`
	At      int64           `json:"at_ms,omitempty"`
	Expires int64           `json:"expires_ms,omitempty"`
	Proof   hexutil.Bytes   `json:"proof,omitempty"`
	Sum     string          `json:"sum,omitempty"` // of the id and of this without it; empty in one that was written by hand
}

// Text is the letter as JSON, with its sum.
func (l Letter) Text() ([]byte, error) {
	word, err := json.Marshal(l.Word)
	if err != nil {
		return nil, err
	}
	f := file{Kind: l.Kind(), Word: word, At: l.At, Expires: l.Expires, Proof: l.Proof}
	plain, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	f.Sum = summed(l.ID, plain)
	return json.Marshal(f)
}

// Same reports whether two letters have one text: id, times, word and proof.
func (l Letter) Same(as Letter) bool {
	mine, err := l.Text()
	other, fault := as.Text()
	return err == nil && fault == nil && bytes.Equal(mine, other)
}

// summed is the checksum of a text that belongs to an id.
func summed(id string, text []byte) string {
	sum := sha256.Sum256(append([]byte(id+"\n"), text...))
	return hex.EncodeToString(sum[:8])
}

// Parse reads the JSON of a letter, strictly. It takes only what may be handed in that
// way. The error is an ErrNone.
func Parse(id string, text []byte) (Letter, error) {
	var f file
	if err := strict(text, &f); err != nil {
		return Letter{}, fmt.Errorf("%w: %w", ErrNone, err)
	}
	k, err := named(f.Kind)
	if err != nil {
		return Letter{}, err
	}
	if !k.handed {
		return Letter{}, fmt.Errorf("%w: %s is not handed in as a letter", ErrNone, k.name)
	}
	word, err := k.decode(func(v any) error { return strict(f.Word, v) })
	if err != nil {
		return Letter{}, fmt.Errorf("%w: %s: %w", ErrNone, k.name, err)
	}
	l := Letter{ID: id, At: f.At, Expires: f.Expires, Word: word, Proof: f.Proof}
	if err := l.Check(); err != nil {
		return Letter{}, err
	}
	if same, err := l.Text(); err != nil || f.Sum != "" && !bytes.Equal(bytes.TrimSuffix(text, []byte("\n")), same) {
		return Letter{}, fmt.Errorf("%w: it was changed: its sum is not %s", ErrNone, f.Sum)
	}
	return l, nil
}

// strict reads one JSON object of known fields, and nothing after it.
func strict(text []byte, v any) error {
	if t := bytes.TrimSpace(text); len(t) == 0 || t[0] != '{' {
		return errors.New("want an object of JSON")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows it")
	}
	return nil
}

// Entry is what the journal holds of a letter. Refused is why it was not believed; empty
// where it was.
type Entry struct {
	_       struct{} `cbor:",toarray"`
	ID      string
	At      int64
	Expires int64
	Kind    string
	Body    cbor.RawMessage
	Refused string
}

// The modes are built from constant options, so they cannot fail.
var (
	encoding = must(cbor.CoreDetEncOptions().EncMode())
	decoding = must(cbor.DecOptions{MaxArrayElements: 1 << 20, MaxMapPairs: 1 << 20}.DecMode())
)

func must[T any](mode T, err error) T {
	if err != nil {
		panic(err)
	}
	return mode
}

// entry is the letter as the journal takes it. Its proof was checked and is not kept.
func (l Letter) entry(refused string) (Entry, error) {
	body, err := encoding.Marshal(l.Word)
	return Entry{ID: l.ID, At: l.At, Expires: l.Expires, Kind: l.Kind(), Body: body, Refused: refused}, err
}

// Letter is the letter of an entry.
func (e Entry) Letter() (Letter, error) {
	k, err := named(e.Kind)
	if err != nil {
		return Letter{}, err
	}
	word, err := k.decode(func(v any) error { return decoding.Unmarshal(e.Body, v) })
	if err != nil {
		return Letter{}, fmt.Errorf("a %s in the journal: %w", e.Kind, err)
	}
	return Letter{ID: e.ID, At: e.At, Expires: e.Expires, Word: word}, nil
}

// Read returns the letter that an entry of the journal holds.
func Read(e journal.Entry) (Letter, error) {
	var got Entry
	if e.Kind != journal.KindWord {
		return Letter{}, fmt.Errorf("%w: an entry of the kind %s", ErrNone, e.Kind)
	}
	if err := e.Decode(&got); err != nil {
		return Letter{}, err
	}
	return got.Letter()
}
