package enclave

import (
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/ethereum/go-ethereum/crypto"
)

// things are what the provider holds: who may sign a request, what a wallet may sign, and
// the wallets.
type things struct {
	made     int // ids
	quorums  map[string]quorum
	policies map[string]Policy
	wallets  map[string]*wallet
}

type wallet struct {
	Wallet
	key    *ecdsa.PrivateKey
	signed int
}

// id makes the id of a thing, of 24 characters as the provider's.
func (t *things) id() string {
	t.made++
	return fmt.Sprintf("double%018d", t.made)
}

func (t *things) get(kind, id string) (any, *refusal) {
	switch kind {
	case "wallets":
		if w, ok := t.wallets[id]; ok {
			return w.Wallet, nil
		}
	case "policies":
		if p, ok := t.policies[id]; ok {
			return p, nil
		}
	case "key_quorums":
		if q, ok := t.quorums[id]; ok {
			return q, nil
		}
	}
	return nil, &refusal{http.StatusNotFound, "", "not found"}
}

func bad(format string, args ...any) *refusal {
	return &refusal{http.StatusBadRequest, "invalid_data", fmt.Sprintf(format, args...)}
}

func (t *things) post(kind string, body []byte) (any, *refusal) {
	switch kind {
	case "key_quorums":
		var in struct {
			Keys      []string `json:"public_keys"`
			Threshold int      `json:"authorization_threshold"`
			Name      string   `json:"display_name"`
		}
		if err := json.Unmarshal(body, &in); err != nil || len(in.Keys) == 0 {
			return nil, bad("key quorum: %v", err)
		}
		return t.quorumOf(in.Name, in.Keys, in.Threshold), nil
	case "policies":
		return t.newPolicy(body)
	case "wallets":
		return t.newWallet(body)
	}
	return nil, &refusal{http.StatusNotFound, "", "no such endpoint"}
}

func (t *things) newPolicy(body []byte) (any, *refusal) {
	var p Policy
	if err := json.Unmarshal(body, &p); err != nil {
		return nil, bad("policy: %v", err)
	}
	if _, ok := t.quorums[text(p.Owner)]; !ok || p.Version != "1.0" || p.ChainType != "ethereum" || p.Name == "" || len(p.Name) > 50 {
		return nil, bad("policy %q of owner %q", p.Name, text(p.Owner))
	}
	if err := checkRules(p.Rules); err != nil {
		return nil, &refusal{http.StatusBadRequest, "invalid_policy_format", err.Error()}
	}
	p.ID, p.Created, p.Rules = t.id(), t.now(), t.named(p.Rules)
	t.policies[p.ID] = p
	return p, nil
}

func (t *things) newWallet(body []byte) (any, *refusal) {
	var in Wallet
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, bad("wallet: %v", err)
	}
	if _, ok := t.quorums[text(in.Owner)]; !ok || in.ChainType != "ethereum" || len(in.Policies) > 1 {
		return nil, bad("wallet of chain type %q and owner %q", in.ChainType, text(in.Owner))
	}
	for _, signer := range in.Signers {
		if _, ok := t.quorums[signer.ID]; !ok {
			return nil, bad("no signer %q", signer.ID)
		}
	}
	for _, id := range append(slices.Clone(in.Policies), policiesOf(in.Signers)...) {
		if _, ok := t.policies[id]; !ok {
			return nil, bad("no policy %q", id)
		}
	}
	in.ID, in.Created, in.Exported, in.Imported = t.id(), t.now(), nil, nil
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("a wallet of the double"), []byte(in.ID)))
	if err != nil {
		return nil, bad("%v", err)
	}
	in.Address = small(crypto.PubkeyToAddress(key.PublicKey).Hex())
	in.Signers, in.Policies = append([]WalletSigner{}, in.Signers...), append([]string{}, in.Policies...)
	t.wallets[in.ID] = &wallet{Wallet: in, key: key}
	return in, nil
}

func policiesOf(signers []WalletSigner) (ids []string) {
	for _, s := range signers {
		ids = append(ids, s.Policies...)
	}
	return ids
}

// change gives a wallet other signers.
func (t *things) change(w *wallet, body []byte) (any, *refusal) {
	var in struct {
		Signers []WalletSigner `json:"additional_signers"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, bad("wallet: %v", err)
	}
	for _, signer := range in.Signers {
		if _, ok := t.quorums[signer.ID]; !ok {
			return nil, bad("no signer %q", signer.ID)
		}
	}
	for _, id := range policiesOf(in.Signers) {
		if _, ok := t.policies[id]; !ok {
			return nil, bad("no policy %q", id)
		}
	}
	w.Signers = in.Signers
	return w.Wallet, nil
}

// quorumOf registers a quorum.
func (t *things) quorumOf(name string, keys []string, threshold int) quorum {
	q := quorum{ID: t.id(), Name: name, Threshold: threshold, Users: []string{}}
	for _, key := range keys {
		q.Keys = append(q.Keys, quorumKey{PublicKey: key})
	}
	t.quorums[q.ID] = q
	return q
}

// now is the time at which something was made, which says only what came before what.
func (t *things) now() int64 { return 1_741_834_854_000 + int64(t.made) }

// text is what may be missing.
func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
