package identity_test

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/identity"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/node"
)

// stage is a chain with a registry, an owner, a Golem's wallet and a stranger.
type stage struct {
	*evmtest.Node
	t                      testing.TB
	owner, golem, stranger *ecdsa.PrivateKey
	registry               identity.Registry
}

func raise(t *testing.T) *stage {
	t.Helper()
	s := &stage{Node: evmtest.NewNode(t, nil), t: t}
	for name, key := range map[string]**ecdsa.PrivateKey{"owner": &s.owner, "golem": &s.golem, "stranger": &s.stranger} {
		var err error
		if *key, err = crypto.ToECDSA(crypto.Keccak256([]byte(name))); err != nil {
			t.Fatal(err)
		}
		s.Send(address(*key), 5e18)
	}
	s.registry = identity.Registry{Client: rpc.New(s.RPC), Address: s.create("IdentityRegistry", nil)}
	return s
}

// create deploys one of the registries.
func (s *stage) create(name string, args []byte) common.Address {
	s.t.Helper()
	text, err := contracts.Identity.ReadFile("out/" + name + ".json")
	check(s.t, err)
	var out struct{ Bytecode hexutil.Bytes }
	check(s.t, json.Unmarshal(text, &out))
	r := s.mine(s.owner, nil, append(out.Bytecode, args...))
	if r.Status != types.ReceiptStatusSuccessful {
		s.t.Fatalf("%s was not deployed", name)
	}
	return r.ContractAddress
}

func address(key *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(key.PublicKey) }

func (s *stage) mine(key *ecdsa.PrivateKey, to *common.Address, data []byte) *types.Receipt {
	s.t.Helper()
	var nonce hexutil.Uint64
	check(s.t, s.RPC.Call(&nonce, "eth_getTransactionCount", address(key), "latest"))
	tx := types.MustSignNewTx(key, s.Chain().Chain.Signer(), &types.DynamicFeeTx{
		ChainID: s.Chain().Chain.ID(), Nonce: uint64(nonce), To: to, Data: data, Gas: 8_000_000, GasTipCap: new(big.Int), GasFeeCap: big.NewInt(2e10),
	})
	_, receipts, err := s.Chain().Miner.Mine(s.t.Context(), node.BlockSpec{Txs: []*types.Transaction{tx}, Time: time.Unix(s.now()+2, 0)})
	check(s.t, err)
	return receipts[0]
}

func (s *stage) now() int64 { return int64(s.Chain().Chain.Head().Time) }

// does sends a call to the registry and wants it to succeed or to fail.
func (s *stage) does(key *ecdsa.PrivateKey, data []byte, want bool) *types.Receipt {
	s.t.Helper()
	return s.tells(key, s.registry.Address, data, want)
}

// tells is does for any contract.
func (s *stage) tells(key *ecdsa.PrivateKey, to common.Address, data []byte, want bool) *types.Receipt {
	s.t.Helper()
	r := s.mine(key, &to, data)
	if (r.Status == types.ReceiptStatusSuccessful) != want {
		s.t.Fatalf("call %x succeeded: %v", data[:4], !want)
	}
	return r
}

// register registers an agent of the owner and returns its id.
func (s *stage) register(uri string, r identity.Record) *big.Int {
	s.t.Helper()
	for _, log := range s.does(s.owner, identity.RegisterCall(uri, r), true).Logs {
		if got, ok := identity.ParseRegistered(s.registry.Address, log); ok {
			if got.URI != uri || got.Owner != address(s.owner) {
				s.t.Fatalf("registered %+v", got)
			}
			return got.ID
		}
	}
	s.t.Fatal("nothing was registered")
	return nil
}

func (s *stage) head() rpc.Block {
	s.t.Helper()
	b, err := s.registry.Client.Head(s.t.Context())
	check(s.t, err)
	return b
}

func (s *stage) read(id *big.Int) identity.Agent {
	s.t.Helper()
	a, err := s.registry.Read(s.t.Context(), s.head().Hash, id)
	check(s.t, err)
	return a
}

func (s *stage) record() identity.Record {
	return identity.Record{
		Owner: address(s.owner), Generation: 3, Parent: identity.Parent{Agent: big.NewInt(7), Wallet: common.Address{9}},
		Deployment: "managed", Session: [32]byte{1, 2, 3}, Status: identity.Active,
	}
}

// proof is the Golem's, for an agent, until so many seconds from now.
func (s *stage) proof(id *big.Int, by *ecdsa.PrivateKey, seconds int64) []byte {
	s.t.Helper()
	p := identity.WalletProof{Agent: id, Wallet: address(s.golem), Owner: address(s.owner), Deadline: uint64(s.now() + 2 + seconds)}
	digest, _, err := apitypes.TypedDataAndHash(p.TypedData(evmtest.ChainID, s.registry.Address))
	check(s.t, err)
	sig, err := crypto.Sign(digest, by)
	check(s.t, err)
	sig[64] += 27
	return p.SetWalletCall(sig)
}

// spec: provisioning §12.2 (selectors, topic and type hash)
func TestSelectorsAreTheStandards(t *testing.T) {
	one, who := big.NewInt(1), common.Address{1}
	b := bind.NewIdentityRegistry()
	for want, got := range map[string][]byte{
		"1aa3a008": b.PackRegister(), "f2c298be": b.PackRegister0(""), "8ea42286": b.PackRegister1("", nil),
		"0af28bd3": b.PackSetAgentURI(one, ""), "466648da": b.PackSetMetadata(one, "", nil), "cb4799f2": b.PackGetMetadata(one, ""),
		"2d1ef5ae": b.PackSetAgentWallet(one, who, one, nil), "00339509": b.PackGetAgentWallet(one), "3fddcf19": b.PackUnsetAgentWallet(one),
		"6352211e": b.PackOwnerOf(one), "c87b56dd": b.PackTokenURI(one), "e985e9c5": b.PackIsApprovedForAll(who, who),
	} {
		if hex.EncodeToString(got[:4]) != want {
			t.Errorf("selector %x, not %s", got[:4], want)
		}
	}
	if topic := b.GetABI().Events["Registered"].ID; topic != common.HexToHash("0xca52e62c367d81bb2e328eb795f7c7ba24afb478408a26c0e201d155c449bc4a") {
		t.Errorf("topic %s", topic)
	}
	data := identity.WalletProof{Agent: one}.TypedData(1, who)
	if hash := common.BytesToHash(data.TypeHash(data.PrimaryType)); hash != common.HexToHash("0x678b53cd718d595370ab070ebf48edfdcd834beac116bf23e625fc7f4d5b7d32") {
		t.Errorf("type hash %s", hash)
	}
}

// spec: provisioning §12.1 (mapping), §12.4 step 3 (match bardo.session)
func TestAnAgentIsReadAsItWasRegistered(t *testing.T) {
	s := raise(t)
	first := s.head().Number
	other := s.record()
	other.Session = [32]byte{4}
	s.register("", other)
	id := s.register("data:,", s.record())
	s.register("", other)
	want := identity.Agent{ID: id, TokenOwner: address(s.owner), Wallet: address(s.owner), URI: "data:,", Record: s.record()}
	if got := s.read(id); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	found, err := s.registry.Find(t.Context(), address(s.owner), s.record().Session, first, s.head())
	if err != nil || found.ID.Cmp(id) != 0 {
		t.Errorf("found %v, %v", found.ID, err)
	}
	for name, of := range map[string]struct {
		owner   common.Address
		session byte
	}{"another owner": {address(s.stranger), 1}, "another session": {address(s.owner), 9}} {
		if _, err := s.registry.Find(t.Context(), of.owner, [32]byte{of.session, 2, 3}, first, s.head()); !errors.Is(err, identity.ErrNoAgent) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.registry.Read(t.Context(), s.head().Hash, big.NewInt(99)); !errors.Is(err, identity.ErrNoAgent) {
		t.Errorf("an agent that nobody registered: %v", err)
	}
}

// spec: provisioning §12.2 (wallet proof: the new wallet's signature, deadline ≤ now + 300 s)
func TestAWalletIsSetByItsOwnProofAlone(t *testing.T) {
	s := raise(t)
	id := s.register("", s.record())
	s.does(s.owner, s.proof(id, s.stranger, 300), false)
	s.does(s.stranger, s.proof(id, s.golem, 300), false)
	s.does(s.owner, s.proof(id, s.golem, 301), false)
	s.does(s.owner, s.proof(id, s.golem, -1), false)
	if got := s.read(id).Wallet; got != address(s.owner) {
		t.Fatalf("the wallet became %s", got)
	}
	call := s.proof(id, s.golem, 300)
	s.does(s.owner, call, true)
	if got := s.read(id).Wallet; got != address(s.golem) {
		t.Fatalf("the wallet is %s", got)
	}
	s.does(s.owner, bind.NewIdentityRegistry().PackSetMetadata(id, "agentWallet", address(s.stranger).Bytes()), false)
	s.does(s.owner, bind.NewIdentityRegistry().PackUnsetAgentWallet(id), true)
	if got := s.read(id).Wallet; got != (common.Address{}) {
		t.Fatalf("the wallet is %s", got)
	}
}

// spec: provisioning §12.2 (agentWallet is cleared on transfer)
func TestATransferClearsTheWallet(t *testing.T) {
	s := raise(t)
	id := s.register("", s.record())
	s.does(s.owner, s.proof(id, s.golem, 0), true)
	proof := s.proof(id, s.golem, 300) // names the old owner
	move := bind.NewIdentityRegistry().PackTransferFrom(address(s.owner), address(s.stranger), id)
	s.does(s.stranger, move, false)
	s.does(s.owner, move, true)
	if a := s.read(id); a.Wallet != (common.Address{}) || a.TokenOwner != address(s.stranger) || a.Owner != address(s.owner) {
		t.Errorf("%+v", a)
	}
	s.does(s.stranger, proof, false)
	s.does(s.owner, identity.URICall(id, "x"), false)
	s.does(s.stranger, identity.URICall(id, "x"), true)
}

// A smart account proves itself as ERC-1271 has it.
func TestASmartAccountIsAWalletWhenItsContractSaysSo(t *testing.T) {
	s := raise(t)
	id := s.register("", s.record())
	for answer, want := range map[string]bool{"1626ba7e": true, "ffffffff": false} {
		// push the answer, shift it to the left of a word, return the word
		code, err := hex.DecodeString("63" + answer + "60e01b5f5260205ff3")
		check(t, err)
		p := identity.WalletProof{Agent: id, Wallet: s.Deploy(code), Deadline: uint64(s.now() + 100)}
		s.does(s.owner, p.SetWalletCall([]byte("anything")), want)
		if got := s.read(id).Wallet; (got == p.Wallet) != want {
			t.Errorf("%s: the wallet is %s", answer, got)
		}
		s.does(s.owner, bind.NewIdentityRegistry().PackUnsetAgentWallet(id), true)
	}
}

func TestAnAgentIsATokenThatOthersMayMove(t *testing.T) {
	s := raise(t)
	owner, stranger, golem := address(s.owner), address(s.stranger), address(s.golem)
	id := s.register("", s.record())
	move := func(to common.Address) []byte {
		return evmtest.Pack("safeTransferFrom(address,address,uint256)", owner[:], to[:], id.Bytes())
	}
	s.does(s.stranger, move(stranger), false)
	s.does(s.stranger, evmtest.Pack("approve(address,uint256)", stranger[:], id.Bytes()), false)
	s.does(s.owner, evmtest.Pack("approve(address,uint256)", stranger[:], id.Bytes()), true)
	s.does(s.stranger, move(s.registry.Address), false) // it takes no tokens
	s.does(s.stranger, move(golem), true)
	s.does(s.stranger, identity.URICall(id, "x"), false) // the approval went with the owner
	s.does(s.golem, evmtest.Pack("setApprovalForAll(address,bool)", stranger[:], []byte{1}), true)
	s.does(s.stranger, identity.URICall(id, "x"), true)
	for who, want := range map[common.Address]int64{owner: 0, golem: 1} {
		if got := new(big.Int).SetBytes(s.Ask(s.registry.Address, evmtest.Pack("balanceOf(address)", who[:]))); got.Int64() != want {
			t.Errorf("%s has %s agents", who, got)
		}
	}
}

// spec: provisioning §12.5 (death: token not burned; active:false, bardo.status=inactive)
func TestADeadAgentIsInactiveAndNotBurned(t *testing.T) {
	s := raise(t)
	f := identity.File{Name: "a golem", Active: true, Chain: evmtest.ChainID, Registry: s.registry.Address, Details: identity.Details{Deployment: "managed"}}
	uri := func() string {
		text, err := f.URI()
		check(t, err)
		return text
	}
	id := s.register(uri(), s.record())
	if active, ok := identity.IsActive(s.read(id).URI); !active || !ok {
		t.Fatal("a living agent is not active")
	}
	f.Active, f.Agent = false, id
	for _, call := range identity.InactiveCalls(id, uri()) {
		s.does(s.stranger, call, false)
		s.does(s.owner, call, true)
	}
	a := s.read(id)
	if active, ok := identity.IsActive(a.URI); active || !ok || a.Status != identity.Inactive || a.TokenOwner != address(s.owner) {
		t.Errorf("%+v", a)
	}
}

// spec: provisioning §12.3
func TestARegistrationFileIsTheStandards(t *testing.T) {
	registry := common.HexToAddress("0x8004A169FB4a3325136EB29fA0ceB6D2e539a432")
	f := identity.File{
		Name: "n", Description: "d", Services: []identity.Service{{Name: "web", Endpoint: "https://golem.example"}}, Active: true,
		Agent: big.NewInt(42), Chain: 8453, Registry: registry, Details: identity.Details{Generation: 1, Deployment: "managed", Domains: []string{"trading"}},
	}
	text, err := f.JSON()
	check(t, err)
	for _, part := range []string{
		`"type":"https://eips.ethereum.org/EIPS/eip-8004#registration-v1"`, `"x402Support":true`, `"active":true`, `"supportedTrust":["reputation"]`,
		`"registrations":[{"agentId":42,"agentRegistry":"eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432"}]`,
	} {
		if !bytes.Contains(text, []byte(part)) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
	f.Description = strings.Repeat("x", identity.MaxInline)
	if _, err := f.URI(); !errors.Is(err, identity.ErrTooLong) {
		t.Errorf("a file of more than 2,048 bytes: %v", err)
	}
}

func FuzzIsActive(f *testing.F) {
	uri, err := identity.File{Active: true}.URI()
	check(f, err)
	f.Add(uri)
	f.Add("data:application/json;base64,e30=")
	f.Fuzz(func(t *testing.T, uri string) {
		if active, ok := identity.IsActive(uri); active && !ok {
			t.Error("active, and no file")
		}
	})
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
