package golem

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/safety/grant"
)

// rotationEnds are moments of two rotations at which a process is killed, in an order in which each
// comes: the first word that a process hears is that its key is due, an entry of a key that
// another took over. After a switch every start passes the end of the old key again.
var rotationEnds = []string{
	"1 - entry word before", "1 - entry word within", "1 - entry word after", // due
	"1 - entry key before", "1 - entry key within", "1 - entry key after", // taken over
	"1 - key session before", "1 - key session after", // while the life is computed again
	"1 - entry send within", "1 - entry receipt after", // of the new key's first trade
	"1 - entry word after",
	"1 - entry send before", "1 - entry send after", // the coin goes over
	"2 - key session before", "2 - key session after",
}

// spec: provisioning §9.1 (atomic switch), runtime §15: whenever a process ends in the
// middle of a rotation, the next one comes to the same key: nothing is signed twice, of the
// keys that acted one keystore is left, the books are what the chain holds, and the life replays.
func TestARotationSurvivesBeingKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("real processes, in real time")
	}
	b := rotating(t, grant.LocalKey, "1")
	o := &granting{b, map[common.Address]bool{b.session: true}}
	for _, at := range rotationEnds {
		o.kill(at)
	}
	o.goesOn()
	taken := o.taken()
	if len(taken) != 2 {
		t.Fatalf("%d keys took over", len(taken))
	}
	b.session = taken[1]
	for key := range o.granted { // one that nobody was told of may be left
		if _, err := os.Stat(o.keystore(strings.ToLower(key.Hex()))); (err == nil) != (key == taken[1]) {
			t.Errorf("the keystore of %s: %v, in force is %s", key, err, taken[1])
		}
	}
	b.equal()
	b.replays()
}

// granting answers what a Golem asks for, as long as it lives in other processes.
type granting struct {
	*bounded
	granted map[common.Address]bool
}

// kill has a process of the life end at a moment, and grants meanwhile.
func (o *granting) kill(at string) {
	o.t.Helper()
	if len(o.taken()) == len(o.granted)-1 { // the first key was not taken over by
		o.every(calm)
	}
	self, err := os.Executable()
	if err != nil {
		o.t.Fatal(err)
	}
	ctx, done := context.WithTimeout(o.t.Context(), 80*time.Second)
	defer done()
	c := exec.CommandContext(ctx, self)
	c.Env = append(withoutSecrets(), killIn+"="+o.dir, siteAt+"="+at, "GOLEM_PRIVATE_KEY="+sessionKey, "GOLEM_KEYSTORE_PASSPHRASE="+passphrase)
	asked := make(chan common.Address, 100)
	said := &lines{each: func(line string) {
		if found := askedFor.FindStringSubmatch(line); found != nil {
			asked <- common.HexToAddress(found[1])
		}
	}}
	c.Stdout, c.Stderr = said, said
	if err := c.Start(); err != nil {
		o.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case next := <-asked:
			o.grant(next)
		case err := <-ended:
			if died := (*exec.ExitError)(nil); !errors.As(err, &died) || died.Exited() || ctx.Err() != nil {
				o.t.Fatalf("%s: the process was not killed: %v\n%s", at, err, said)
			}
			return
		}
	}
}

// goesOn lives until the last key has traded.
func (o *granting) goesOn() {
	o.t.Helper()
	o.every(calm)
	o.t.Setenv("GOLEM_PRIVATE_KEY", sessionKey)
	o.t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	ctx, stop := context.WithTimeout(o.t.Context(), time.Minute)
	defer stop()
	out := &lines{each: o.paced(func(line string) {
		if strings.Contains(line, "trade") {
			stop()
		}
	})}
	err := live(ctx, flags{config: filepath.Join(o.dir, "golem.toml"), dir: o.dir, poll: quick, forge: weak}, out, out)
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "trade") {
		o.t.Fatalf("it does not go on: %v\n%s", err, out)
	}
}

// grant signs for a key, once.
func (o *granting) grant(next common.Address) {
	o.t.Helper()
	if o.granted[next] {
		return
	}
	o.granted[next] = true
	o.every(brisk)
	before := o.session
	defer func() { o.session = before }()
	o.session = next
	if code, said := o.grants(o.plenty()...); code != 0 {
		o.t.Errorf("exit %d\n%s", code, said)
	}
}

func (o *granting) taken() []common.Address {
	held, _ := sessionkey.ReadHeld(o.dir) // it may end in half an entry
	return held.Taken
}

// keystore is the file of a key that the Golem made.
func (o *granting) keystore(of string) string {
	return filepath.Join(o.dir, home.KeysDir, of+".json")
}

// Each moment of a rotation is one at which a process was killed above.
func TestEverySiteOfARotationIsKilledAt(t *testing.T) {
	killed := map[site.Site]bool{}
	for _, text := range rotationEnds {
		m, err := parseMoment(text)
		if err != nil {
			t.Fatal(err)
		}
		killed[m.site] = true
	}
	for _, s := range agent.RotationSites() {
		if !killed[s] {
			t.Errorf("nothing is killed at %s", s)
		}
	}
}
