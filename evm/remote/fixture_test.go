package remote_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc/rpctest"
)

func fixture(t *testing.T, backwards bool) ([]byte, *rpctest.Proxy) {
	t.Helper()
	p, _ := upstream(t)
	s := pin(t, p)
	read(t, s, backwards)
	text, err := s.Fixture()
	check(t, err)
	return text, p
}

func TestTheOrderOfReadsDoesNotShowInAFixture(t *testing.T) {
	a, _ := fixture(t, false)
	b, _ := fixture(t, true)
	if !bytes.Equal(a, b) {
		t.Error("two orders of the same reads give two fixtures")
	}
}

// spec: mirage-testing §2: a fork is replayed without a network.
func TestAFixtureReplaysWithoutANetwork(t *testing.T) {
	p, _ := upstream(t)
	live := pin(t, p)
	read(t, live, false)
	name := filepath.Join(t.TempDir(), "fork")
	check(t, live.WriteFixture(name))
	p.Set(rpctest.Fault{Dead: true})
	s, err := remote.OpenFixture(name)
	check(t, err)
	read(t, s, true)
	want, err := live.Ask(t.Context(), "eth_getBlockByNumber", "0x1", true)
	check(t, err)
	if got, err := s.Ask(t.Context(), "eth_getBlockByNumber", "0x1", true); err != nil || !bytes.Equal(got, want) || len(got) < 500 {
		t.Errorf("answer %s (%v)\nwant   %s", got, err, want)
	}
	if a, err := s.Account(t.Context(), token); err != nil || !bytes.Equal(s.Code(a.Code), evmtest.Token()) {
		t.Errorf("token %+v, %v", a, err)
	}
	again, err := s.Fixture()
	if first, _ := os.ReadFile(name); err != nil || !bytes.Equal(again, first) {
		t.Errorf("what was read from a fixture does not write the same one (%v)", err)
	}
	for what, err := range map[string]error{
		"account": second(s.Account(t.Context(), common.Address{9})), "slot": second(s.Storage(t.Context(), remote.Slot{Account: rich})),
		"hash": second(s.BlockHash(t.Context(), 0)), "question": second(s.Ask(t.Context(), "eth_getBlockByNumber", "0x2", true)),
	} {
		if !errors.Is(err, remote.ErrNotRecorded) {
			t.Errorf("%s that was never read: %v", what, err)
		}
	}
	if s.Loads() != 0 || !s.Offline() {
		t.Errorf("%d requests", s.Loads())
	}
}

func second[T any](_ T, err error) error { return err }

func TestADamagedFixtureIsRefused(t *testing.T) {
	text, _ := fixture(t, false)
	if _, err := remote.DecodeFixture(text); err != nil {
		t.Fatal(err)
	}
	for end := 0; end < len(text); end += 97 {
		if _, err := remote.DecodeFixture(text[:end]); !errors.Is(err, remote.ErrFixture) {
			t.Fatalf("cut at %d of %d: %v", end, len(text), err)
		}
	}
	for at := 0; at < len(text); at += 89 {
		bad := bytes.Clone(text)
		bad[at] ^= 1
		if _, err := remote.DecodeFixture(bad); !errors.Is(err, remote.ErrFixture) {
			t.Fatalf("changed at %d of %d: %v", at, len(text), err)
		}
	}
	later := reseal(strings.Replace(string(text), `{"format":1,`, `{"format":2,`, 1))
	if _, err := remote.DecodeFixture(later); !errors.Is(err, remote.ErrFixture) || !strings.Contains(err.Error(), "version 2") {
		t.Errorf("another version: %v", err)
	}
	// A sum that holds does not make a header true.
	number := reseal(strings.Replace(string(text), `"timestamp": "0x`, `"timestamp": "0x1`, 1))
	if _, err := remote.DecodeFixture(number); !errors.Is(err, remote.ErrFixture) || !strings.Contains(err.Error(), "claims hash") {
		t.Errorf("another header: %v", err)
	}
	if _, err := remote.OpenFixture(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// reseal gives a changed fixture a sum that holds.
func reseal(text string) []byte {
	body := text[:len(text)-2*sha256.Size-1]
	return fmt.Appendf([]byte(body), "%x\n", sha256.Sum256([]byte(body)))
}

func FuzzDecodeFixture(f *testing.F) {
	f.Add([]byte("bardo fork\n{\"format\":1,\"chain_id\":1,\"block\":1,\"hash\":\"0x\"}\n{}\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		text := append(append([]byte("bardo fork\n"), body...), '\n')
		sealed := fmt.Appendf(text, "%x\n", sha256.Sum256(text))
		if s, err := remote.DecodeFixture(sealed); (s == nil) == (err == nil) || err != nil && !errors.Is(err, remote.ErrFixture) {
			t.Errorf("%v, %v", s, err)
		}
	})
}
