package golem

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/golem/safety/grant"
)

// undoes runs bardo revoke --account as the owner.
func (b *bounded) undoes(more ...string) (code int, said string) {
	b.t.Helper()
	b.t.Setenv("BARDO_OWNER_KEY", golemKey)
	var out, errs bytes.Buffer
	args := []string{"revoke", "--account", "--config", filepath.Join(b.dir, "golem.toml")}
	code = bardo.Main(b.t.Context(), append(args, more...), &out, &errs)
	return code, out.String() + errs.String()
}

func (b *bounded) code() (has hexutil.Bytes) {
	b.t.Helper()
	if err := b.RPC.Call(&has, "eth_getCode", wallet(b.t), "latest"); err != nil {
		b.t.Fatal(err)
	}
	return has
}

// An owner gives the account's code back, through the program, and sees that it is gone.
func TestAnOwnerGivesBackTheCodeOfTheAccount(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.undoes("--yes"); code == exitOK || !strings.Contains(said, "nothing to give back") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said := b.grants("--yes"); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said := b.undoes(); code != exitOK || !strings.Contains(said, "nothing was sent") || !strings.Contains(said, b.At("EIP7702StatelessDeleGator").Hex()) || len(b.code()) == 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said := b.undoes("--yes"); code != exitOK || !strings.Contains(said, "has no code") || len(b.code()) != 0 {
		t.Fatalf("exit %d, code %s\n%s", code, b.code(), said)
	}
}

// What an attacker's account code answers is as expected; what it is, is not. The owner who
// checked it elsewhere names its hash.
func TestAnOwnersAccountIsNotGivenToAnyCode(t *testing.T) {
	b := bound(t, grant.Delegation)
	manager := b.At("DelegationManager")
	fake := b.Deploy(append(append([]byte{0x73}, manager[:]...), 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3)) // says the manager, to every question
	code, said := b.grants("--yes", "--account-code", fake.Hex())
	named := regexp.MustCompile(`--accept-code (0x[0-9a-f]{64})`).FindStringSubmatch(said)
	if code != exitConfig || !strings.Contains(said, "is not EIP7702StatelessDeleGator as @metamask/delegation-abis@2.0.0 has it") || named == nil || len(b.code()) != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said := b.grants("--yes", "--account-code", fake.Hex(), "--accept-code", common.Hash{1}.Hex()); code != exitConfig || !strings.Contains(said, named[1]) {
		t.Errorf("another hash is taken: exit %d\n%s", code, said)
	}
	if code, said := b.grants("--yes", "--account-code", fake.Hex(), "--accept-code", named[1]); code != exitConfig || !strings.Contains(said, "is not EntryPoint07") {
		t.Errorf("its entry point is anybody's: exit %d\n%s", code, said)
	}
	if code, said := b.grants("--yes", "--accept-code", "0x12"); code != exitUsage {
		t.Errorf("exit %d\n%s", code, said)
	}
	if len(b.code()) != 0 {
		t.Error("the account has code")
	}
}

// spec: safety §1.4 S-10
func TestTheProgramAsksWhyAPriceMayBeOld(t *testing.T) {
	b := bound(t, grant.LocalKey)
	for want, flags := range map[string][]string{
		"needs a reason":         {"--base-feed-age", "1201"},
		"one of them must be":    {"--quote-feed-age", "86400", "--base-feed-age", "90000", "--feed-age-reason", "slow"},
		"no uptime feed":         {"--sequencer-feed", b.At("ETHFeed").Hex()},
		"your reason: it beats ": {"--quote-feed-age", "86400", "--feed-age-reason", "it beats daily"},
	} {
		if code, said := b.grants(flags...); (code == exitOK) != strings.HasPrefix(want, "your") || !strings.Contains(said, want) {
			t.Errorf("%q: exit %d\n%s", flags, code, said)
		}
	}
}
