package enclave

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/privy"
)

func (s *Server) get(kind, id string) (any, *refusal) {
	switch kind {
	case "wallets":
		if w, ok := s.wallets[id]; ok {
			return w.Wallet, nil
		}
	case "policies":
		if p, ok := s.policies[id]; ok {
			return p, nil
		}
	case "key_quorums":
		if q, ok := s.quorums[id]; ok {
			return q, nil
		}
	}
	return nil, &refusal{http.StatusNotFound, "", "not found"}
}

func bad(format string, args ...any) *refusal {
	return &refusal{http.StatusBadRequest, "invalid_data", fmt.Sprintf(format, args...)}
}

func (s *Server) post(kind string, body []byte) (any, *refusal) {
	switch kind {
	case "key_quorums":
		var in struct {
			Keys      []string `json:"public_keys"`
			Threshold int      `json:"authorization_threshold"`
		}
		if err := json.Unmarshal(body, &in); err != nil || len(in.Keys) == 0 {
			return nil, bad("key quorum: %v", err)
		}
		return s.quorumOf(in.Keys, in.Threshold), nil
	case "policies":
		return s.newPolicy(body)
	case "wallets":
		return s.newWallet(body)
	}
	return nil, &refusal{http.StatusNotFound, "", "no such endpoint"}
}

func (s *Server) newPolicy(body []byte) (any, *refusal) {
	var p privy.Policy
	if err := json.Unmarshal(body, &p); err != nil {
		return nil, bad("policy: %v", err)
	}
	if _, ok := s.quorums[p.Owner]; !ok || p.Version != "1.0" || p.ChainType != "ethereum" || p.Name == "" || len(p.Name) > 50 {
		return nil, bad("policy %q of owner %q", p.Name, p.Owner)
	}
	if err := checkRules(p.Rules); err != nil {
		return nil, &refusal{http.StatusBadRequest, "invalid_policy_format", err.Error()}
	}
	p.ID = s.id()
	s.policies[p.ID] = p
	return p, nil
}

func (s *Server) newWallet(body []byte) (any, *refusal) {
	var in privy.Wallet
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, bad("wallet: %v", err)
	}
	if _, ok := s.quorums[in.Owner]; !ok || in.ChainType != "ethereum" || len(in.Policies) > 1 {
		return nil, bad("wallet of chain type %q and owner %q", in.ChainType, in.Owner)
	}
	for _, signer := range in.Signers {
		if _, ok := s.quorums[signer.ID]; !ok {
			return nil, bad("no signer %q", signer.ID)
		}
	}
	for _, id := range append(slices.Clone(in.Policies), policiesOf(in.Signers)...) {
		if _, ok := s.policies[id]; !ok {
			return nil, bad("no policy %q", id)
		}
	}
	in.ID = s.id()
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("a wallet of the double"), []byte(in.ID)))
	if err != nil {
		return nil, bad("%v", err)
	}
	in.Address = crypto.PubkeyToAddress(key.PublicKey)
	s.wallets[in.ID] = &wallet{Wallet: in, key: key}
	return in, nil
}

func policiesOf(signers []privy.WalletSigner) (ids []string) {
	for _, s := range signers {
		ids = append(ids, s.Policies...)
	}
	return ids
}

// patch changes a policy or a wallet: only its owner may.
func (s *Server) patch(r *http.Request, kind, id string, body []byte) (any, *refusal) {
	switch kind {
	case "policies":
		p, ok := s.policies[id]
		if !ok {
			return nil, &refusal{http.StatusNotFound, "", "not found"}
		}
		if _, refused := s.authorized(r, body, p.Owner); refused != nil {
			return nil, refused
		}
		if err := json.Unmarshal(body, &p); err != nil {
			return nil, bad("policy: %v", err)
		}
		if err := checkRules(p.Rules); err != nil {
			return nil, &refusal{http.StatusBadRequest, "invalid_policy_format", err.Error()}
		}
		s.policies[id] = p
		return p, nil
	case "wallets":
		w, ok := s.wallets[id]
		if !ok {
			return nil, &refusal{http.StatusNotFound, "", "not found"}
		}
		if _, refused := s.authorized(r, body, w.Owner); refused != nil {
			return nil, refused
		}
		return s.change(w, body)
	}
	return nil, &refusal{http.StatusNotFound, "", "no such endpoint"}
}

// change gives a wallet other signers.
func (s *Server) change(w *wallet, body []byte) (any, *refusal) {
	var in struct {
		Signers []privy.WalletSigner `json:"additional_signers"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, bad("wallet: %v", err)
	}
	for _, signer := range in.Signers {
		if _, ok := s.quorums[signer.ID]; !ok {
			return nil, bad("no signer %q", signer.ID)
		}
	}
	for _, id := range policiesOf(in.Signers) {
		if _, ok := s.policies[id]; !ok {
			return nil, bad("no policy %q", id)
		}
	}
	w.Signers = in.Signers
	return w.Wallet, nil
}

// Change changes a wallet behind everybody's back, as the owner could.
func (s *Server) Change(id string, f func(*privy.Wallet)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.wallets[id].Wallet)
}

// ChangePolicy changes a policy likewise.
func (s *Server) ChangePolicy(id string, f func(*privy.Policy)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.policies[id]
	f(&p)
	s.policies[id] = p
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
	w, ok := s.wallets[id]
	if !ok {
		return fmt.Errorf("there is no wallet %q", id)
	}
	w.key, w.Address = key, crypto.PubkeyToAddress(key.PublicKey)
	return nil
}
