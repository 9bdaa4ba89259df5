package custody

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/grant/granttest"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/version"
)

// spec: provisioning §8.12: a life that has begun goes on under the grant that it heard last,
// whatever its owner's file holds meanwhile: one for another key, half a file or none. Where
// the settings say something else, and before the birth, nothing starts without one that
// fits.
func TestALifeGoesOnUnderTheGrantItHeard(t *testing.T) {
	first, second, stranger := common.Address{1}, common.Address{2}, common.Address{3}
	born, taken := granttest.Signed(t, first, 0), granttest.Signed(t, second, 0)
	text := func(key common.Address, salt uint64) string {
		t.Helper()
		text, err := json.Marshal(granttest.Signed(t, key, salt))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, c := range []struct {
		name, file string
		unborn     bool
		mode       grant.Mode
		inForce    common.Address
		want       *grant.Grant // nil: it does not start
		warned     bool
	}{
		{"the one of the birth", text(first, 0), false, grant.LocalKey, first, &born, false},
		{"one for another key", text(stranger, 0), false, grant.LocalKey, first, &born, true},
		{"half a file", text(first, 0)[:200], false, grant.LocalKey, first, &born, true},
		{"no file", "", false, grant.LocalKey, first, &born, true},
		{"the old key renewed behind a switch", text(first, 1), false, grant.LocalKey, second, &taken, true},
		{"another custody", text(first, 0), false, grant.Delegation, first, nil, false},
		{"another key of the settings", text(stranger, 0), false, grant.LocalKey, common.Address{9}, nil, false},
		{"one for another key before the birth", text(stranger, 0), true, grant.LocalKey, first, nil, false},
		{"half a file before the birth", text(first, 0)[:200], true, grant.LocalKey, first, nil, false},
	} {
		k, said := ringed(t, "")
		l := k.of
		l.clock, l.wallet = clock.System{}, c.inForce
		l.config.Golem.CustodyMode, l.config.Custody.GrantPath = string(c.mode), "grant.json"
		if c.file != "" {
			put(t, l.home.Dir(), "grant.json", c.file)
		}
		if c.inForce == second {
			k.held.Key, k.held.Grant = second, &taken
		}
		if !c.unborn {
			j, err := journal.Open(l.home.Path(home.JournalDir), journal.Options{Boot: agent.Boot{Version: version.Program, Venue: tool.Venue{Grant: &born}}})
			if err == nil {
				err = j.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		err := l.granted()
		if c.want == nil {
			if !errors.Is(err, grant.ErrGrant) && !errors.Is(err, os.ErrNotExist) || l.grant != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || l.grant.Delegation.Hash() != c.want.Delegation.Hash() || l.grantPath != l.home.Path("grant.json") || l.account != granttest.Account {
			t.Errorf("%s: %v, %+v", c.name, err, l.grant)
		}
		if warned := strings.Contains(said.String(), "under the one that it heard last"); warned != c.warned {
			t.Errorf("%s: warned %v\n%s", c.name, warned, said)
		}
	}
}

// A life is of the key that acts for it and of the account that it was born for.
func TestALifeOfAnotherKeyOrAccountIsRefused(t *testing.T) {
	key, account, other := common.Address{1}, common.Address{2}, common.Address{3}
	c := &Custody{wallet: key, account: account}
	for name, of := range map[string]struct {
		born, account common.Address
		want          string
	}{
		"its own":         {key, account, ""},
		"another key":     {other, account, "this life belongs to"},
		"another account": {key, other, "the money of this life is in " + other.Hex()},
	} {
		err := c.Owns(of.born, of.account)
		if of.want == "" && err != nil || of.want != "" && (!errors.Is(err, ErrWallet) || !strings.Contains(err.Error(), of.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
