package records

import (
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the "sqlite" driver

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seglog"
)

//go:embed schema.sql
var schema string

// IndexName is the file of the index in the records' folder.
const IndexName = "index.sqlite"

// SumName is the file beside it that notes its SHA-256: SQLite notices no flipped bit.
const SumName = "index.sum"

const (
	batchSize = 256
	maxQueue  = 16 // batches; a full queue makes the batch grow instead
)

// row is what the index holds of a frame.
type row struct {
	kind       byte
	frame      uint64
	tick       uint64
	regime     string
	tier       turn.Tier
	hasAction  bool
	phase      string
	err        float64
	cost       money.USDC
	pnl        *money.USDC
	at         int64
	hasOutcome bool
}

func rowOf(r *turn.Record) row {
	return row{
		kind: kindRecord, tick: r.Tick, regime: r.Seen.Regime.String(), tier: r.Gating.Tier,
		hasAction: len(r.Actions) > 0, phase: r.Mortality.Phase.String(), err: r.Gating.PredictionError,
		cost: r.Cost.Total, at: r.Time,
	}
}

func outcomeRow(o Outcome) row {
	return row{kind: kindOutcome, tick: o.Tick, pnl: o.PnL, hasOutcome: true}
}

// index writes rows on a goroutine of its own, which close stops. Its other
// methods belong to the goroutine of the store.
type index struct {
	db       *sql.DB
	path     string
	batch    []row
	queue    chan work
	done     chan error
	lastTick uint64
	rows     uint64
}

// work is a batch to insert, or a question whether all before it is inserted.
type work struct {
	rows     []row
	answered chan error
}

func openIndex(dir string, log *seglog.Log) (*index, error) {
	ix := &index{path: filepath.Join(dir, IndexName)}
	if err := ix.connect(); err != nil {
		return nil, err
	}
	if err := ix.catchUp(log); err != nil {
		ix.db.Close()
		return nil, err
	}
	ix.run()
	return ix, nil
}

// source names a database to the driver, whatever signs its path has.
func source(path, options string) string {
	return (&url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path), RawQuery: options}).String()
}

// private makes the file before SQLite does, for the owner only.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// connect opens the database; one that is not as it was noted, as a process that was killed
// leaves it, is derived anew.
func (ix *index) connect() error {
	if CheckSum(filepath.Dir(ix.path)) != nil {
		if err := os.Remove(ix.path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	err := private(ix.path)
	if err == nil {
		ix.db, err = database(source(ix.path, "_pragma=journal_mode(MEMORY)&_pragma=synchronous(OFF)&_pragma=busy_timeout(5000)"))
	}
	if err != nil {
		return fmt.Errorf("open the index %s: %w", ix.path, err)
	}
	return nil
}

// database opens an index, and makes its tables where it has none.
func database(name string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(schema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// catchUp indexes the frames a crash left out. An index that is ahead of the
// log, or cannot be continued, is derived anew.
func (ix *index) catchUp(log *seglog.Log) error {
	var have uint64
	if err := ix.db.QueryRow("SELECT frames FROM indexed").Scan(&have); err != nil || have > log.Len() {
		have = 0
	}
	old := have > 0 && have == log.Len() // its sum stands, and was held against it
	if have == 0 {
		if _, err := ix.db.Exec("DELETE FROM cycle_index; UPDATE indexed SET frames = 0"); err != nil {
			return err
		}
	}
	var batch []row
	for f, err := range log.Frames(have) {
		if err != nil {
			return err
		}
		r, err := frameRow(f)
		if err != nil {
			return err
		}
		if batch = append(batch, r); len(batch) == batchSize {
			if err := insert(ix.db, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	if !old {
		if err := errors.Join(insert(ix.db, batch), note(ix.path)); err != nil {
			return err
		}
	}
	return ix.db.QueryRow("SELECT COALESCE(MAX(tick), 0), COUNT(*) FROM cycle_index").Scan(&ix.lastTick, &ix.rows)
}

func frameRow(f seglog.Frame) (row, error) {
	rec, out, err := decode(f.Payload)
	if err != nil {
		return row{}, fmt.Errorf("frame %d of %s: %w", f.Number, f.File, err)
	}
	var r row
	if rec != nil {
		r = rowOf(rec)
	} else {
		r = outcomeRow(*out)
	}
	r.frame = f.Number
	return r, nil
}

func (ix *index) run() {
	ix.queue, ix.done = make(chan work, maxQueue), make(chan error, 1)
	go func() {
		var failed error
		for w := range ix.queue {
			if failed == nil && len(w.rows) > 0 {
				failed = errors.Join(insert(ix.db, w.rows), note(ix.path))
			}
			if w.answered != nil {
				w.answered <- failed
			}
		}
		ix.done <- failed
	}()
}

// add hands a row over. It never waits: where the queue is full, the batch
// grows until there is room.
func (ix *index) add(r row) {
	ix.batch = append(ix.batch, r)
	if len(ix.batch) < batchSize {
		return
	}
	select {
	case ix.queue <- work{rows: ix.batch}:
		ix.batch = make([]row, 0, batchSize)
	default:
	}
}

// flush waits until every row handed over is inserted.
func (ix *index) flush() error {
	answered := make(chan error, 1)
	ix.queue <- work{ix.batch, answered}
	ix.batch = nil
	if err := <-answered; err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

// rebuild derives the index anew, after frames were dropped.
func (ix *index) rebuild(log *seglog.Log) error {
	if err := ix.flush(); err != nil {
		return err
	}
	if _, err := ix.db.Exec("UPDATE indexed SET frames = 0"); err != nil {
		return err
	}
	return ix.catchUp(log)
}

func (ix *index) close() error {
	err := ix.flush()
	close(ix.queue)
	if failed := <-ix.done; err == nil {
		err = failed
	}
	return errors.Join(err, ix.db.Close())
}

// insert writes rows in one transaction, with the number of frames they reach.
func insert(db *sql.DB, rows []row) error {
	if len(rows) == 0 {
		return nil
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	add, err := tx.Prepare("INSERT OR REPLACE INTO cycle_index VALUES (?,?,?,?,0,?,?,?,NULL,NULL,?)")
	if err != nil {
		return err
	}
	defer add.Close()
	for _, r := range rows {
		if r.kind == kindRecord {
			_, err = add.Exec(int64(r.tick), r.regime, r.tier, r.hasAction, r.phase, r.err, int64(r.cost), r.at)
		} else {
			_, err = tx.Exec("UPDATE cycle_index SET has_outcome = 1, pnl_impact = CASE WHEN ?1 IS NULL THEN pnl_impact ELSE COALESCE(pnl_impact, 0) + ?1 END WHERE tick = ?2",
				nullable(r.pnl), int64(r.tick))
		}
		if err != nil {
			return err
		}
	}
	if _, err := tx.Exec("UPDATE indexed SET frames = ?", int64(rows[len(rows)-1].frame)+1); err != nil {
		return err
	}
	return tx.Commit()
}

func nullable(v *money.USDC) any {
	if v == nil {
		return nil
	}
	return int64(*v)
}
