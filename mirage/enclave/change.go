package enclave

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/ethereum/go-ethereum/crypto"
)

// patch changes a policy or a wallet: only its owner may.
func (s *Server) patch(r *http.Request, kind, id string, body []byte) (any, *refusal) {
	switch kind {
	case "policies":
		p, ok := s.things.policies[id]
		if !ok {
			return nil, &refusal{http.StatusNotFound, "", "not found"}
		}
		if _, refused := s.authorized(r, body, owners(p.Owner)...); refused != nil {
			return nil, refused
		}
		var in struct {
			Name  *string `json:"name"`
			Rules []Rule  `json:"rules"`
		}
		if err := json.Unmarshal(body, &in); err != nil {
			return nil, bad("policy: %v", err)
		}
		if in.Name != nil {
			p.Name = *in.Name
		}
		if in.Rules != nil {
			p.Rules = s.things.named(in.Rules)
		}
		if err := checkRules(p.Rules); err != nil {
			return nil, &refusal{http.StatusBadRequest, "invalid_policy_format", err.Error()}
		}
		s.things.policies[id] = p
		return p, nil
	case "wallets":
		w, ok := s.things.wallets[id]
		if !ok {
			return nil, &refusal{http.StatusNotFound, "", "not found"}
		}
		if _, refused := s.authorized(r, body, owners(w.Owner)...); refused != nil {
			return nil, refused
		}
		return s.things.change(w, body)
	}
	return nil, &refusal{http.StatusNotFound, "", "no such endpoint"}
}

// Change changes a wallet behind everybody's back, as the owner could.
func (s *Server) Change(id string, f func(*Wallet)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.things.wallets[id].Wallet)
}

// ChangePolicy changes a policy likewise.
func (s *Server) ChangePolicy(id string, f func(*Policy)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.things.policies[id]
	f(&p)
	s.things.policies[id] = p
}

// SetKey gives a wallet another key, so that one account can be held twice, or follow from
// a seed.
func (s *Server) SetKey(id string, secret []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	key, err := crypto.ToECDSA(secret)
	if err != nil {
		return fmt.Errorf("the key of a wallet: %w", err)
	}
	w, ok := s.things.wallets[id]
	if !ok {
		return fmt.Errorf("there is no wallet %q", id)
	}
	w.key, w.Address = key, small(crypto.PubkeyToAddress(key.PublicKey).Hex())
	return nil
}

// owners are who may change a thing: nobody, where it has none.
func owners(owner *string) []string {
	if owner == nil {
		return nil
	}
	return []string{*owner}
}
