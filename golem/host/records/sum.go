package records

import (
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"bardo.run/bardo/internal/seglog"
)

// IndexError is what is wrong with the index of a life; File is which of its two files.
type IndexError struct{ File, Reason string }

// Error implements error.
func (e *IndexError) Error() string { return e.File + ": " + e.Reason }

// note writes down what the index at path holds now.
func note(path string) error {
	sum, err := summed(path)
	if err != nil {
		return fmt.Errorf("note the sum of the index: %w", err)
	}
	return os.WriteFile(filepath.Join(filepath.Dir(path), SumName), sum, 0o600)
}

// summed is the content of SumName for the index at path: its hash, and a checksum of that. An old
// life's index is large, and is never whole in memory.
func summed(path string) ([]byte, error) {
	index, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer index.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, index); err != nil {
		return nil, err
	}
	line := fmt.Sprintf("%x", hash.Sum(nil))
	return fmt.Appendf(nil, "%s %08x\n", line, crc32.ChecksumIEEE([]byte(line))), nil
}

// CheckSum reports, as an *IndexError, an index that is not as it was noted.
func CheckSum(dir string) error {
	want, err := summed(filepath.Join(dir, IndexName))
	if err != nil {
		return unread(IndexName, err)
	}
	noted, err := os.ReadFile(filepath.Join(dir, SumName))
	if err != nil {
		return unread(SumName, err)
	}
	const digits = 2 * sha256.Size
	switch {
	case string(want) == string(noted):
		return nil
	case len(noted) != len(want) || fmt.Sprintf(" %08x\n", crc32.ChecksumIEEE(noted[:digits])) != string(noted[digits:]):
		return &IndexError{SumName, "it does not have its own checksum"}
	}
	return &IndexError{IndexName, "it does not have the hash in " + SumName + "; the next start derives it anew"}
}

func unread(name string, err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return &IndexError{name, "the file is missing"}
	}
	return err
}

// CheckIndex reports, as an *IndexError, an index that is not the one of the records beside it,
// whatever its sum. Closed says that the store was closed: the index then has all of them.
// Nothing in dir is locked or changed; a process that writes there meanwhile may look like a
// change.
func CheckIndex(dir string, closed bool) error {
	log, err := seglog.Open(dir, seglog.Options{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("records: %w", err)
	}
	defer log.Close()
	if _, err := os.Stat(filepath.Join(dir, IndexName)); err != nil {
		return unread(IndexName, err)
	}
	have, err := sql.Open("sqlite", source(filepath.Join(dir, IndexName), "mode=ro&immutable=1"))
	if err != nil {
		return err
	}
	defer have.Close()
	var frames uint64
	if err := have.QueryRow("SELECT frames FROM indexed").Scan(&frames); err != nil {
		return &IndexError{IndexName, "it cannot be read: " + err.Error()}
	}
	if frames > log.Len() || closed && frames < log.Len() {
		return &IndexError{IndexName, fmt.Sprintf("it counts %d records, and there are %d", frames, log.Len())}
	}
	want, err := derived(log, frames)
	if err != nil {
		return err
	}
	defer want.Close()
	return alike(have, want)
}

// derived is the index of the first records, in memory.
func derived(log *seglog.Log, frames uint64) (*sql.DB, error) {
	db, err := database(":memory:")
	if err != nil {
		return nil, err
	}
	var rows []row
	for f, err := range log.Frames(0) {
		if err == nil && f.Number == frames {
			break
		}
		var r row
		if err == nil {
			r, err = frameRow(f)
		}
		if err != nil {
			return nil, errors.Join(err, db.Close())
		}
		rows = append(rows, r)
	}
	return db, insert(db, rows)
}

const everyRow = `SELECT tick, regime || '|' || tier || '|' || has_action || '|' || has_outcome || '|' || phase || '|' || prediction_error || '|' ||
	total_cost || '|' || COALESCE(pnl_impact, '') || '|' || COALESCE(primary_emotion, '') || '|' || timestamp FROM cycle_index ORDER BY tick`

// alike compares two indexes, row by row.
func alike(have, want *sql.DB) error {
	a, err := have.Query(everyRow)
	if err != nil {
		return &IndexError{IndexName, "it cannot be read: " + err.Error()}
	}
	defer a.Close()
	b, err := want.Query(everyRow)
	if err != nil {
		return err
	}
	defer b.Close()
	for b.Next() {
		var tick, other uint64
		var x, y string
		if err := b.Scan(&tick, &y); err != nil {
			return err
		}
		if !a.Next() || a.Scan(&other, &x) != nil || tick != other || x != y {
			return &IndexError{IndexName, fmt.Sprintf("what it says of tick %d is not what the record says", tick)}
		}
	}
	if a.Next() {
		return &IndexError{IndexName, "it has ticks without a record"}
	}
	return errors.Join(a.Err(), b.Err())
}
