package privy_test

import (
	"encoding/base64"
	"errors"
	"flag"
	"math/big"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/privy/privytest"
	"bardo.run/bardo/mirage/enclave"
)

var update = flag.Bool("update", false, "record the dialogues anew, with the double")

// script is a Golem's whole life with the provider: set up, bound, signing, refused.
func (k *kit) script(t *testing.T, c *privy.Client) {
	t.Helper()
	owner, err := c.CreateQuorum(t.Context(), "golem-7:owner", "owner of golem 7", k.owner.PublicKey())
	check(k.t, err)
	signer, err := c.CreateQuorum(t.Context(), "golem-7:signer", "golem 7", k.agent.PublicKey())
	check(k.t, err)
	policy, err := c.CreatePolicy(t.Context(), "golem-7:policy", privy.Policy{Version: "1.0", Name: "golem 7", ChainType: "ethereum", Rules: anything()[:1], Owner: owner.ID})
	check(k.t, err)
	made, err := c.CreateWallet(t.Context(), "golem-7:wallet", owner.ID, nil, privy.WalletSigner{ID: signer.ID, Policies: []string{policy.ID}})
	check(k.t, err)
	w, err := c.Bound(t.Context(), privy.Binding{Wallet: made.ID, Signer: signer.ID, Policy: policy})
	check(k.t, err)
	s, err := privy.Open(t.Context(), c, w, evmtest.ChainID, free)
	check(k.t, err)
	if done, err := s.SignTransaction(transfer(3)); err != nil || len(done.Raw) == 0 {
		t.Errorf("%x, %v", done.Raw, err)
	}
	if _, _, err := s.SignTypedData(typed(t, order)); !errors.Is(err, privy.ErrRefused) {
		t.Errorf("typed data without a rule: %v", err)
	}
	policy.Rules = anything()
	if err := c.UpdatePolicy(t.Context(), policy); !errors.Is(err, privy.ErrAuthorization) {
		t.Errorf("a signer changes its policy: %v", err)
	}
}

// The client says what the file says, byte by byte but for what a run makes anew.
func TestTheDialogueIsTheRecordedOne(t *testing.T) {
	const file = "testdata/life.json"
	k := newKit(t)
	d := &privytest.Dialogue{
		T: t, Fresh: map[string]string{"{owner key}": k.owner.PublicKey(), "{golem key}": k.agent.PublicKey()}, Keys: []string{k.agent.PublicKey()},
		Basic: "Basic " + base64.StdEncoding.EncodeToString([]byte(enclave.AppID+":"+appSecret)),
	}
	at := privy.DefaultURL
	if *update {
		d.Next, at = http.DefaultTransport, k.URL()
	} else {
		d.Load(file)
	}
	k.script(t, k.dial(func(c *privy.Config) { c.URL, c.Transport = at, d }))
	if d.End(); *update {
		d.Save(file)
	}
	if len(d.Lines) != 10 {
		t.Errorf("%d exchanges", len(d.Lines))
	}
}

// The documentation's own example of eth_signTransaction answers with another transaction
// than it asks for (docs.privy.io, api-reference/wallets/ethereum/eth-sign-transaction).
func TestTheDocumentationsExampleIsNotTaken(t *testing.T) {
	const answer = `{"method":"eth_signTransaction","data":{"signed_transaction":"0x02f870830138de80830f4240830f437480940b81418147df37155d643b5cb65ba6c8cb7aba76872000000000000480c080a05c11a2166ec56189d993dec477477d962ce0d4c466ab7ed8982110621ec87a57a003c796590c0c62eac30acd412f2aa0e8ad740c4ded86fb64d3326ee4c0ea804c","encoding":"rlp"}}`
	k := newKit(t)
	s, err := privy.Open(t.Context(), k.client, k.wallet, 11155111, free)
	check(k.t, err)
	tx := transfer(0)
	to := common.HexToAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
	tx.ChainID, tx.To, tx.Value, tx.Data, tx.Gas = big.NewInt(11155111), &to, big.NewInt(1e16), nil, 50_000
	tx.GasFeeCap, tx.GasTipCap = big.NewInt(1_000_308), big.NewInt(1_000_000)
	k.Fail(enclave.Status(200, answer))
	_, err = s.SignTransaction(tx)
	if !errors.Is(err, privy.ErrMismatch) {
		t.Fatal(err)
	}
	for _, words := range []string{"chain 80094, asked for 11155111", "recipient 0x0b81418147Df37155d643b5cb65bA6C8cB7abA76", "value 9007199254740996, asked for 10000000000000000"} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("%v does not say %q", err, words)
		}
	}
	if strings.Contains(err.Error(), "fee cap") || strings.Contains(err.Error(), "nonce") {
		t.Errorf("%v names what is the same", err)
	}
}
