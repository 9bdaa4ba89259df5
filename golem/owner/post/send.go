package post

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/golem/owner"
)

// ErrRefused says that a Golem's address did not take a letter.
var ErrRefused = errors.New("the letter was not taken")

// patience is how long an exchange with a Golem may take.
const patience = 15 * time.Second

// Ask returns who answers at a URL such as http://127.0.0.1:8080.
func Ask(ctx context.Context, url string) (g Golem, _ error) {
	err := exchange(ctx, http.MethodGet, url+"/words", nil, &g)
	return g, err
}

// Send hands in a letter that its owner signed. ok is false where it waits to be heard.
func Send(ctx context.Context, url string, l owner.Letter) (a owner.Answer, ok bool, _ error) {
	text, err := l.Text()
	if err != nil {
		return a, false, err
	}
	var r reply
	if err := exchange(ctx, http.MethodPut, url+"/words/"+l.ID, text, &r); err != nil || r.Answer == nil {
		return a, false, err
	}
	return *r.Answer, true, nil
}

// Sign puts a proof into a letter to a Golem, by what signs typed data.
func (g Golem) Sign(l owner.Letter, by func(apitypes.TypedData) ([65]byte, common.Hash, error)) (owner.Letter, error) {
	typed, err := l.Typed(g.ID, g.ChainID)
	if err != nil {
		return l, err
	}
	proof, _, err := by(typed)
	l.Proof = proof[:]
	return l, err
}

func exchange(ctx context.Context, method, url string, body []byte, to any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("%w: does a Golem answer there?", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, longest))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusAccepted {
		var r reply
		if json.Unmarshal(text, &r) != nil || r.Error == "" {
			r.Error = answer.Status
		}
		return fmt.Errorf("%w: %s", ErrRefused, r.Error)
	}
	return json.Unmarshal(text, to)
}
