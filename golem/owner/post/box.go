// Package post carries an owner's letters over HTTP on a loopback address, for who has no
// access to the Golem's folder. Every program of the machine reaches such an address, so a
// letter that comes this way carries the owner's signature; it is checked where every letter's
// is, behind the door. A letter lies in the folder of letters before its sender gets an answer,
// and is heard, answered and kept as one that a command put there.
//
// spec: DESIGN §2 (one door)
package post

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/approval"
	"bardo.run/bardo/internal/clock"
)

// Golem is who a letter is signed to.
type Golem struct {
	ID      string         `json:"golem_id"`
	Name    string         `json:"name"`
	ChainID uint64         `json:"chain_id"`
	Owner   common.Address `json:"owner"` // zero: none, and no letter is taken
}

// Bounds of what strangers on the machine can do. A letter whose proof is not of the owner's own
// key costs a question to the owner's contract, and waits for its turn.
const (
	longest   = 64 << 10        // bytes of a letter
	crowd     = 16              // letters that may wait
	apart     = time.Second     // between two questions to the owner's contract
	attention = 5 * time.Second // until a sender is told that the letter waits
	glance    = 50 * time.Millisecond
)

// Box takes letters for one folder. It is safe for concurrent use.
type Box struct {
	Dir   string
	Golem Golem
	Clock clock.Clock // the machine's
	// Contract asks an owner that is a contract for its signature; nil: only a key signs.
	Contract func(ctx context.Context, account common.Address, digest common.Hash, signature []byte) (bool, error)

	mu   sync.Mutex // guards last
	last time.Time  // when the owner's contract was asked
}

// reply is the body of an answer. Answer is absent while the letter waits.
type reply struct {
	Error  string        `json:"error,omitempty"`
	Answer *owner.Answer `json:"answer,omitempty"`
}

// ServeHTTP answers GET /words, which says to whom letters are signed, and PUT /words/ID.
func (b *Box) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /words", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, b.Golem) })
	mux.HandleFunc("PUT /words/{id}", b.take)
	mux.ServeHTTP(w, r)
}

func say(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the asker went away
}

// take puts a letter into the folder and waits for its answer. One that was put there before,
// word for word, is the same letter sent again. Its proof is checked behind the door; it is looked
// at here too, so that nobody else's letters fill the folder or take an id.
func (b *Box) take(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, why string) { say(w, status, reply{Error: why}) }
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(b.Clock.Now().Add(attention)) // a body that does not come holds nothing for long
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longest))
	if err != nil {
		refuse(http.StatusRequestEntityTooLarge, "a letter comes within 5 seconds, and has at most 64 KiB")
		return
	}
	_ = c.SetReadDeadline(time.Time{})
	l, err := owner.Parse(r.PathValue("id"), text)
	switch {
	case err != nil:
		refuse(http.StatusBadRequest, err.Error())
		return
	case len(l.Proof) == 0:
		refuse(http.StatusUnauthorized, "a letter that comes over this address carries the owner's signature")
		return
	case l.Expires == 0:
		refuse(http.StatusBadRequest, "a letter that comes over this address says when it expires, so that nobody can keep it for later")
		return
	}
	err = b.proven(r.Context(), l)
	if err == nil {
		err = b.post(l)
	}
	switch {
	case errors.Is(err, errBusy):
		w.Header().Set("Retry-After", "1")
		refuse(http.StatusTooManyRequests, err.Error())
	case errors.Is(err, owner.ErrProof):
		refuse(http.StatusUnauthorized, err.Error())
	case errors.Is(err, owner.ErrTaken):
		refuse(http.StatusConflict, err.Error())
	case err != nil:
		refuse(http.StatusInternalServerError, err.Error())
	default:
		if a, answered := b.wait(r.Context(), l); answered {
			say(w, http.StatusOK, reply{Answer: &a})
			return
		}
		say(w, http.StatusAccepted, reply{})
	}
}

var errBusy = errors.New("too many letters: send it again in a second")

// proven reports whether the owner signed a letter.
func (b *Box) proven(ctx context.Context, l owner.Letter) error {
	by := approval.Wallet{Address: b.Golem.Owner}
	err := owner.Proven(ctx, l, b.Golem.ID, b.Golem.ChainID, by)
	if !errors.Is(err, owner.ErrProof) || b.Contract == nil {
		return err
	}
	if !b.mayAsk() {
		return errBusy
	}
	by.Contract = b.Contract
	return owner.Proven(ctx, l, b.Golem.ID, b.Golem.ChainID, by)
}

// post puts a letter into the folder, unless it was heard already.
func (b *Box) post(l owner.Letter) error {
	if said, there, err := owner.Answered(b.Dir, l.ID); err == nil && there && said.Letter.Same(l) {
		return nil
	}
	if len(owner.Waiting(b.Dir)) >= crowd {
		return errBusy
	}
	return owner.Post(b.Dir, l)
}

// mayAsk reports whether the owner's contract was asked long enough ago.
func (b *Box) mayAsk() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.Clock.Now()
	if now.Sub(b.last) < apart {
		return false
	}
	b.last = now
	return true
}

// wait waits for the answer to a letter.
func (b *Box) wait(ctx context.Context, l owner.Letter) (owner.Answer, bool) {
	for until := b.Clock.Now().Add(attention); b.Clock.Now().Before(until); {
		if said, answered, err := owner.Answered(b.Dir, l.ID); err == nil && answered {
			return said.Answer, true
		}
		if b.Clock.WaitUntil(ctx, b.Clock.Now().Add(glance)) != nil {
			break
		}
	}
	return owner.Answer{}, false
}
