package oracle

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/signer"
)

// spec: provisioning §8.3: hashes, signatures and redemptions are those of MetaMask's kit.
func TestMetaMasksKitHashesSignsAndRedeemsTheSame(t *testing.T) {
	need(t, filepath.Join(modules, "@metamask", "smart-accounts-kit"))
	type call struct {
		To   common.Address `json:"to"`
		Data hexutil.Bytes  `json:"data"`
	}
	type asked struct {
		Delegation delegation.Delegation `json:"delegation"`
		ChainID    uint64                `json:"chainId"`
		Manager    common.Address        `json:"manager"`
		Key        hexutil.Bytes         `json:"key"`
		Calls      []call                `json:"calls"`
	}
	random := rand.New(rand.NewPCG(7, 8))
	bytes := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	var cases []asked
	for i := range 40 {
		key := bytes(32)
		own, err := crypto.ToECDSA(key)
		if err != nil {
			t.Fatal(err)
		}
		salt := new(uint256.Int).SetBytes(bytes(i % 33))
		d := delegation.New(crypto.PubkeyToAddress(own.PublicKey), common.Address(bytes(20)), salt)
		d.Caveats = []delegation.Caveat{}
		for range i % 5 {
			d.Caveats = append(d.Caveats, delegation.Caveat{Enforcer: common.Address(bytes(20)), Terms: bytes(int(random.Uint32() % 100)), Args: bytes(i % 3)})
		}
		if i%4 == 3 {
			d.Authority = common.Hash(bytes(32))
		}
		c := asked{Delegation: d, ChainID: uint64(1 + random.Uint32()%100_000), Manager: common.Address(bytes(20)), Key: key}
		for range 1 + i%4 {
			c.Calls = append(c.Calls, call{common.Address(bytes(20)), bytes(int(random.Uint32() % 200))})
		}
		cases = append(cases, c)
	}
	text, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "cases.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", filepath.Join("js", "delegation.mjs"), file).Output()
	if err != nil {
		t.Fatal(err)
	}
	var theirs []struct {
		Hash                       common.Hash
		Signature, Redeem, Disable hexutil.Bytes
	}
	if err := json.Unmarshal(out, &theirs); err != nil || len(theirs) != len(cases) {
		t.Fatalf("%d answers: %v", len(theirs), err)
	}
	for i, c := range cases {
		d, secret := c.Delegation, [32]byte(c.Key)
		key, err := signer.New(c.ChainID, &secret)
		if err != nil {
			t.Fatal(err)
		}
		signature, _, err := key.SignTypedData(d.Typed(c.ChainID, c.Manager))
		if err != nil {
			t.Fatal(err)
		}
		d.Signature = signature[:]
		var calls []delegation.Call
		for _, x := range c.Calls {
			calls = append(calls, delegation.Call{To: x.To, Data: x.Data})
		}
		redeem, err := delegation.Redeem([]delegation.Delegation{d}, calls)
		if err != nil {
			t.Fatal(err)
		}
		for what, pair := range map[string][2]string{
			"hash":       {d.Hash().Hex(), theirs[i].Hash.Hex()},
			"signature":  {d.Signature.String(), theirs[i].Signature.String()},
			"redemption": {hexutil.Encode(redeem), theirs[i].Redeem.String()},
			"revocation": {hexutil.Encode(d.DisableCall()), theirs[i].Disable.String()},
		} {
			if pair[0] != pair[1] {
				t.Errorf("case %d: our %s is %s, theirs %s", i, what, pair[0], pair[1])
			}
		}
		if by, err := d.SignedBy(c.ChainID, c.Manager); err != nil || !by {
			t.Errorf("case %d: our own check: %v, %v", i, by, err)
		}
		d.Salt = hexutil.U256(*new(uint256.Int).AddUint64((*uint256.Int)(&d.Salt), 1))
		if by, _ := d.SignedBy(c.ChainID, c.Manager); by {
			t.Errorf("case %d: a changed delegation passes as signed", i)
		}
	}
}
