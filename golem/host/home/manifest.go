package home

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fxamacker/cbor/v2"

	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/money"
)

// Manifest is the sealed snapshot of where a Golem stands (runtime §14.3): the
// fields of the parts that exist. Times are unix milliseconds of the life's
// clock.
type Manifest struct {
	GolemID      string     `cbor:"1,keyasint"`
	Epoch        uint64     `cbor:"2,keyasint"`
	WrittenAt    int64      `cbor:"3,keyasint"`
	Clean        bool       `cbor:"4,keyasint"` // written by a shutdown, not by a checkpoint
	Reason       string     `cbor:"5,keyasint"`
	State        string     `cbor:"6,keyasint"` // lifecycle state
	Cause        string     `cbor:"7,keyasint,omitempty"`
	DeathPhase   uint8      `cbor:"8,keyasint,omitempty"` // last finished phase of death
	NextTick     uint64     `cbor:"9,keyasint"`
	JournalSeq   uint64     `cbor:"10,keyasint"` // entries in the journal
	JournalHash  [32]byte   `cbor:"11,keyasint"`
	EventSeq     uint64     `cbor:"12,keyasint"`
	StrategyHash string     `cbor:"13,keyasint"`
	Pending      []string   `cbor:"14,keyasint,omitempty"` // hashes of transactions without receipt
	Deferred     []string   `cbor:"15,keyasint,omitempty"` // positions left open by a shutdown
	Credit       money.USDC `cbor:"16,keyasint"`           // what was left of it
	// AuditSeq counts the records of the audit chain, AuditHash is that of the last; zero
	// where none were taken down.
	AuditSeq  uint64   `cbor:"17,keyasint,omitempty"`
	AuditHash [32]byte `cbor:"18,keyasint,omitzero"`
}

// Errors of reading a manifest.
var (
	ErrNoManifest = errors.New("home: no manifest")
	ErrDamaged    = errors.New("home: damaged manifest")
	ErrNewer      = errors.New("home: manifest of a newer version")
)

const (
	manifestMagic   = "BARDOMAN"
	manifestVersion = 1
	headerSize      = len(manifestMagic) + 1 + 4 + sha256.Size
)

// canonical encodes a manifest to the same bytes every time.
var canonical = func() cbor.EncMode {
	mode, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic("home: " + err.Error())
	}
	return mode
}()

// Seal returns the file form: magic, version, length and SHA-256 of the body,
// body.
func (m Manifest) Seal() ([]byte, error) {
	body, err := canonical.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("seal manifest: %w", err)
	}
	out := append([]byte(manifestMagic), manifestVersion)
	out = binary.BigEndian.AppendUint32(out, uint32(len(body)))
	sum := sha256.Sum256(body)
	return append(append(out, sum[:]...), body...), nil
}

// Unseal reads the file form. One flipped bit anywhere is ErrDamaged.
func Unseal(file []byte) (m Manifest, _ error) {
	if len(file) < headerSize || string(file[:len(manifestMagic)]) != manifestMagic {
		return m, fmt.Errorf("%w: %d bytes without the header", ErrDamaged, len(file))
	}
	rest := file[len(manifestMagic):]
	if rest[0] > manifestVersion {
		return m, fmt.Errorf("%w: version %d, this program reads up to %d", ErrNewer, rest[0], manifestVersion)
	}
	size, sum, body := binary.BigEndian.Uint32(rest[1:5]), rest[5:5+sha256.Size], rest[5+sha256.Size:]
	if got := sha256.Sum256(body); rest[0] != manifestVersion || int(size) != len(body) || !bytes.Equal(got[:], sum) {
		return m, fmt.Errorf("%w: the body does not match its hash", ErrDamaged)
	}
	if err := cbor.Unmarshal(body, &m); err != nil {
		return m, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return m, nil
}

// SaveManifest seals m and replaces the manifest, keeping the one before as
// .prev. After a crash at any moment one of the two is whole.
func (h *Home) SaveManifest(m Manifest) error { return h.SaveManifestTo(atomicfile.OS{}, m) }

// SaveManifestTo is SaveManifest on the given file system.
func (h *Home) SaveManifestTo(disk atomicfile.FS, m Manifest) error {
	sealed, err := m.Seal()
	if err != nil {
		return err
	}
	path := h.Path(ManifestFile)
	current, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("save manifest: %w", err)
	}
	if _, bad := Unseal(current); bad == nil { // a damaged one must not replace a good .prev
		if err := atomicfile.WriteTo(disk, path+".prev", 0o600, current); err != nil {
			return fmt.Errorf("save manifest: %w", err)
		}
	}
	return atomicfile.WriteTo(disk, path, 0o600, sealed)
}

// LoadManifest returns the newest whole manifest. warning says why it is not the
// current one; ErrNoManifest means that there is none.
func (h *Home) LoadManifest() (m Manifest, warning error, err error) { return Look(h.dir) }

// Look is LoadManifest for a directory that another process may hold: it takes no lock
// and changes nothing.
func Look(dir string) (m Manifest, warning error, err error) {
	for _, name := range []string{ManifestFile, ManifestFile + ".prev"} {
		file, readErr := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(readErr, fs.ErrNotExist) {
			continue
		}
		if readErr == nil {
			if m, readErr = Unseal(file); readErr == nil {
				return m, warning, nil
			}
		}
		if errors.Is(readErr, ErrNewer) {
			return Manifest{}, nil, fmt.Errorf("%s: %w", name, readErr)
		}
		warning = errors.Join(warning, fmt.Errorf("%s: %w", name, readErr))
	}
	return Manifest{}, warning, ErrNoManifest
}
