package replay

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/thanatopsis"
)

// Fair checks every roll of the stochastic clock in a journal against the secret that
// a testament revealed and the commitment of the birth (mortality §4.2), and counts
// them. A roll that does not follow is mortality.ErrUnfair.
func Fair(journalDir string, boot agent.Boot, secret [32]byte) (rolls uint64, err error) {
	r, err := journal.Read(journalDir)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	var unread error
	err = mortality.Verify(boot.Mortality.Clocks.Commitment, secret, boot.Identity.GolemID, func(yield func(uint64, mortality.Roll) bool) {
		for e, err := range r.Entries(0) {
			var roll mortality.Roll
			if unread = err; unread != nil {
				return
			}
			if e.Kind != journal.KindRoll || e.Failure != nil {
				continue
			}
			if unread = e.Decode(&roll); unread != nil {
				return
			}
			if rolls++; !yield(e.Tick, roll) {
				return
			}
		}
	})
	return rolls, errors.Join(err, unread)
}

// fair checks the rolls of a life whose testament reveals what they were rolled by.
func (r *comparison) fair(dir string, c *Computed, boot agent.Boot) error {
	var will thanatopsis.Testament
	if text := c.Papers["testament"]; text == nil {
		return nil
	} else if err := json.Unmarshal(text, &will); err != nil {
		return fmt.Errorf("read the testament: %w", err)
	}
	if will.Death.Clocks == nil || will.Death.Clocks.Secret == "" { // nothing was rolled
		return nil
	}
	secret, err := hex.DecodeString(will.Death.Clocks.Secret)
	if err != nil || len(secret) != 32 {
		return fmt.Errorf("%w: the testament reveals %q, which is no secret", mortality.ErrUnfair, will.Death.Clocks.Secret)
	}
	r.result.Rolls, err = Fair(filepath.Join(dir, home.JournalDir), boot, [32]byte(secret))
	return err
}
