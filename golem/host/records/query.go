package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"path/filepath"

	"bardo.run/bardo/golem/host/turn"
)

// Query says which ticks are asked for; its zero value is all.
type Query struct {
	From, To int64      // unix milliseconds: from the one on, before the other; 0: no bound
	Tier     *turn.Tier // nil: any
	Regime   string     // empty: any
	Acted    bool       // only those in which something was proposed
}

// ErrIndex says that the index names a record that is not what it says.
var ErrIndex = errors.New("the index does not agree with the records")

// Selection is what the index of a life knows of a query.
type Selection struct {
	store   *Store
	query   Query
	indexed uint64          // entries that the index has
	chosen  map[uint64]bool // records among them, by their place
	// Behind is how many entries the index does not have yet: those are read themselves.
	Behind uint64
	// Fault is why the index could not be asked, where it could not; everything is read then.
	Fault error
}

// Select asks the index in the store's folder, and changes nothing there.
func (s *Store) Select(ctx context.Context, q Query) *Selection {
	c := &Selection{store: s, query: q, chosen: map[uint64]bool{}}
	if c.Fault = c.ask(ctx, filepath.Join(s.dir, IndexName)); c.Fault != nil {
		c.indexed = 0
	}
	c.Behind = s.Len() - min(c.indexed, s.Len())
	return c
}

// ask reads which records are chosen and how far the index reaches, both at one moment.
func (c *Selection) ask(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", source(path, "mode=ro&_pragma=busy_timeout(5000)"))
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	if err := tx.QueryRowContext(ctx, "SELECT frames FROM indexed").Scan(&c.indexed); err != nil {
		return err
	}
	found, err := tx.QueryContext(ctx, `SELECT place FROM (SELECT ROW_NUMBER() OVER (ORDER BY tick) - 1 AS place, * FROM cycle_index)
		WHERE timestamp >= ?1 AND (?2 = 0 OR timestamp < ?2) AND (?3 < 0 OR tier = ?3) AND (?4 = '' OR regime = ?4) AND has_action >= ?5`,
		c.query.From, c.query.To, c.query.tier(), c.query.Regime, c.query.Acted)
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		var place uint64
		if err := found.Scan(&place); err != nil {
			return err
		}
		c.chosen[place] = true
	}
	return found.Err()
}

func (q Query) tier() int {
	if q.Tier == nil {
		return -1
	}
	return int(*q.Tier)
}

// holds reports whether a record is asked for.
func (q Query) holds(r *turn.Record) bool {
	x := rowOf(r)
	return x.at >= q.From && (q.To == 0 || x.at < q.To) && (q.Tier == nil || x.tier == *q.Tier) && (q.Regime == "" || x.regime == q.Regime) && (x.hasAction || !q.Acted)
}

// Settled yields the selected records as Store.Settled does. Others are not decoded.
func (c *Selection) Settled() iter.Seq2[*turn.Record, error] {
	return func(yield func(*turn.Record, error) bool) {
		of := c.store.settled(func(place, frame uint64) bool { return frame >= c.indexed || c.chosen[place] })
		for r, err := range of {
			switch {
			case err != nil:
				yield(nil, err)
				return
			case c.query.holds(r.Record):
			case r.frame < c.indexed:
				yield(nil, fmt.Errorf("%w: tick %d", ErrIndex, r.Tick))
				return
			default:
				continue
			}
			if !yield(r.Record, nil) {
				return
			}
		}
	}
}
