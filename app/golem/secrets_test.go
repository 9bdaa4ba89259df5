package golem

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/biography"
)

// aviary is a life of the program as people get it, with a canary for every secret that it
// is given.
type aviary struct {
	*testing.T
	m       *evmtest.Market
	program string // as people get it
	self    string // these tests, which live as mortal does
	dir     string
	env     []string // of the secrets
	key     canary
	wallet  common.Address
	secrets []canary
	guard   *guard
	health  string
	heard   bytes.Buffer // everything that any process and any page said
}

// guard is an endpoint that answers only who shows all its keys, and repeats them to who
// does not, as providers do. While it is shut it shows them to everybody.
type guard struct {
	user, password, path, query string
	inner                       string
	node                        *httputil.ReverseProxy // for sockets
	shut                        atomic.Bool
	answered, refused           atomic.Int64
}

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	if !g.shut.Load() && user == g.user && password == g.password && r.URL.Path == "/v2/"+g.path && r.URL.Query().Get("apikey") == g.query {
		g.answered.Add(1)
		r.URL.Path, r.URL.RawQuery = "/", ""
		r.Header.Del("Authorization")
		g.forward(w, r)
		return
	}
	g.refused.Add(1)
	http.Error(w, fmt.Sprintf("no such project: %s, apikey=%s, user %s:%s, %s", r.URL, g.query, g.user, g.password, r.Header.Get("Authorization")), http.StatusUnauthorized)
}

// forward asks the node. A question is read to its end before it is passed on.
func (g *guard) forward(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") != "" {
		g.node.ServeHTTP(w, r)
		return
	}
	question, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	answer, err := http.Post(g.inner, "application/json", bytes.NewReader(question))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err == nil {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text) // who asked may be gone
	}
}

// newAviary prepares a life. The key comes from the environment, or from a file with a
// passphrase.
func newAviary(t *testing.T, file bool) *aviary {
	t.Helper()
	a := &aviary{T: t, m: evmtest.NewServedMarket(t)}
	node, err := url.Parse(a.m.Chain().Server.Endpoint())
	if err != nil {
		t.Fatal(err)
	}
	a.guard = &guard{user: "canary-user-7c1e", password: "canary+pass w0rd/41", path: "canary-path-9b7730ac5d", query: "canary~query&2f8e61", inner: a.m.Chain().Server.Endpoint(), node: httputil.NewSingleHostReverseProxy(node)}
	server := httptest.NewServer(a.guard)
	t.Cleanup(server.Close)
	at := strings.TrimPrefix(server.URL, "http://")
	keyed := url.URL{Scheme: "http", User: url.UserPassword(a.guard.user, a.guard.password), Host: at, Path: "/v2/" + a.guard.path, RawQuery: url.Values{"apikey": {a.guard.query}}.Encode()}
	a.key = canary{"the wallet's key", crypto.Keccak256([]byte("the canary of the wallet's key")), true}
	key, err := crypto.ToECDSA(a.key.bytes)
	if err != nil {
		t.Fatal(err)
	}
	a.wallet = crypto.PubkeyToAddress(key.PublicKey)
	passphrase := canary{"the passphrase", []byte("sésame canary<passphrase>\"91\""), false}
	more := ""
	if a.secrets = []canary{a.key}; file {
		path := filepath.Join(t.TempDir(), "key.json")
		text, err := keystore.EncryptKey(&keystore.Key{Id: uuid.UUID{9}, Address: a.wallet, PrivateKey: key}, string(passphrase.bytes), 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Dir(path), filepath.Base(path), string(text))
		more, a.env = "[custody.localkey]\nprivate_key_path = \""+path+"\"\n", []string{"GOLEM_KEYSTORE_PASSPHRASE=" + string(passphrase.bytes)}
		a.secrets = append(a.secrets, passphrase)
	} else {
		a.env = []string{"GOLEM_PRIVATE_KEY=0x" + fmt.Sprintf("%x", a.key.bytes)}
	}
	for name, word := range map[string]string{"the user": a.guard.user, "the password": a.guard.password, "the key in the path": a.guard.path, "the key in the query": a.guard.query} {
		a.secrets = append(a.secrets, canary{name + " of the endpoint", []byte(word), false})
	}
	a.furnish()
	socket := keyed
	socket.Scheme = "ws"
	a.dir = settings(t, a.m, keyed.String(), more+"[log]\nlevel = \"debug\"\n")
	d := &deathbed{t: t, dir: a.dir}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a.health = free.Addr().String()
	_, port, _ := net.SplitHostPort(a.health)
	free.Close()
	d.edit("golem.toml", "port = 0", "port = "+port, "[strategy]\n", "ws_url = "+strconv.Quote(socket.String())+"\n[strategy]\n")
	return a
}

// furnish gives the market depth, the wallet its funds, and time its course.
func (a *aviary) furnish() {
	a.Helper()
	a.m.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	a.m.Execute(a.m.USDC, bind.NewERC20().PackTransfer(a.wallet, big.NewInt(10_000_000_000)))
	a.m.Send(a.wallet, 5e18)
	if err := a.m.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		a.Fatal(err)
	}
}

// run starts the program with more variables, and has something done to it when it has
// said the words. It returns what it printed.
func (a *aviary) run(words string, do func(p *os.Process), env ...string) string {
	a.Helper()
	return a.start(a.program, words, do, env...)
}

// start is run for a program that takes its folder from its variables, too.
func (a *aviary) start(program, words string, do func(p *os.Process), env ...string) string {
	a.Helper()
	ctx, done := context.WithTimeout(a.Context(), 80*time.Second)
	defer done()
	c := exec.CommandContext(ctx, "sh", "-c", `ulimit -c unlimited; cd "$0" && exec "$@"`, a.dir, program, "--config", filepath.Join(a.dir, "golem.toml"))
	c.Env = append(append(withoutSecrets(), a.env...), env...)
	said := &lines{}
	reached := make(chan struct{}, 1)
	said.each = func(line string) {
		if strings.Contains(line, words) {
			select {
			case reached <- struct{}{}:
			default:
			}
		}
	}
	c.Stdout, c.Stderr = said, said
	if err := c.Start(); err != nil {
		a.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }() // a process that was told to end has no good end
	select {
	case <-reached:
		do(c.Process)
	case <-ended:
	}
	<-ended
	a.heard.WriteString(said.String())
	if !strings.Contains(said.String(), words) {
		a.Fatalf("it never said %q:\n%s", words, said)
	}
	return said.String()
}

// withoutSecrets is this process's environment but for what a Golem would take of it.
func withoutSecrets() (env []string) {
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GOLEM_") {
			env = append(env, v)
		}
	}
	return env
}

// pages asks the living Golem everything that it tells over HTTP.
func (a *aviary) pages() {
	a.Helper()
	for _, page := range []string{"/health/startup", "/health/live", "/health/ready", "/metrics", "/", "/debug/pprof/cmdline", "/debug/vars"} {
		r, err := http.Get("http://" + a.health + page)
		if err != nil {
			a.Fatal(err)
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || page == "/metrics" && !bytes.Contains(text, []byte("golem_ticks_total")) {
			a.Errorf("%s says %q (%v)", page, text, err)
		}
		a.heard.Write(text)
		for name, values := range r.Header {
			fmt.Fprintln(&a.heard, name, values)
		}
	}
	a.rebound()
}

// rebound asks as a page of the web does whose name was made to lead here (DNS rebinding).
func (a *aviary) rebound() {
	a.Helper()
	for _, page := range []string{"/health/live", "/metrics"} {
		for host, want := range map[string]int{"golem.example": 403, "golem.example:80": 403, "localhost": 200, a.health: 200} {
			q, err := http.NewRequestWithContext(a.Context(), http.MethodGet, "http://"+a.health+page, nil)
			if err != nil {
				a.Fatal(err)
			}
			q.Host = host
			r, err := http.DefaultClient.Do(q)
			if err != nil {
				a.Fatal(err)
			}
			text, err := io.ReadAll(r.Body)
			r.Body.Close()
			if err != nil || r.StatusCode != want || want == 403 && bytes.Contains(text, []byte("ticks")) {
				a.Errorf("%s as %s: %d %q (%v), want %d", page, host, r.StatusCode, text, err, want)
			}
		}
	}
}

// childless says that a process has no children: what none has, none inherits.
func (a *aviary) childless(p *os.Process) {
	a.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", p.Pid))
	if err != nil || len(tasks) == 0 {
		a.Log("the system does not tell of children; not looked at")
		return
	}
	for _, task := range tasks {
		if text, err := os.ReadFile(task); err == nil && len(bytes.TrimSpace(text)) != 0 {
			a.Errorf("it has children: %s", text)
		}
	}
}

// inUse shows that each secret is one: what it opens is shut without it.
func (a *aviary) inUse(file bool) {
	a.Helper()
	if next, err := rpc.New(a.m.RPC).PendingNonce(a.Context(), a.wallet); err != nil || next < 6 {
		a.Errorf("the key signed %d transactions that the chain took (%v)", next, err)
	}
	if a.guard.answered.Load() < 20 || a.guard.refused.Load() == 0 {
		a.Errorf("the endpoint answered %d and refused %d", a.guard.answered.Load(), a.guard.refused.Load())
	}
	if !file {
		return
	}
	keys, _ := filepath.Glob(filepath.Join(a.dir, "..", "*", "key.json"))
	for _, path := range keys {
		text, err := os.ReadFile(path)
		if err != nil {
			a.Fatal(err)
		}
		if key, err := keystore.DecryptKey(text, string(a.secrets[1].bytes)); err != nil || key.Address != a.wallet {
			a.Errorf("the passphrase does not open the file: %v", err)
		}
	}
	right := a.env
	a.env = []string{"GOLEM_KEYSTORE_PASSPHRASE=another"}
	if said := a.run("golem: wallet", func(*os.Process) {}); len(keys) != 1 || strings.Contains(said, "active") {
		a.Errorf("another passphrase: %s", said)
	}
	a.env = right
}

// fate is the secret of the identity, which its seal gives to who has the wallet's key, and that
// of the rolls, which follows from it.
func (a *aviary) fate() (identity, rolls canary) {
	a.Helper()
	s, err := signer.FromHex(31337, fmt.Appendf(nil, "%x", a.key.bytes))
	if err != nil {
		a.Fatal(err)
	}
	sealed, err := os.ReadFile(filepath.Join(a.dir, home.IdentityFile))
	if err != nil {
		a.Fatal(err)
	}
	plain, err := s.Unseal("identity", sealed)
	if err != nil || len(plain) != 32 {
		a.Fatalf("%d bytes: %v", len(plain), err)
	}
	j, err := journal.Read(filepath.Join(a.dir, home.JournalDir))
	if err != nil {
		a.Fatal(err)
	}
	defer j.Close()
	e, err := j.Lookup(0)
	var born agent.Boot
	if err == nil {
		err = e.Decode(&born)
	}
	hidden := derived(a.T, plain)
	if err != nil || mortality.Commit(&hidden) != born.Mortality.Clocks.Commitment {
		a.Fatalf("the life is not committed to it (%v)", err)
	}
	return canary{"the identity", plain, true}, canary{"the secret of the rolls", hidden[:], true}
}

// look searches all that was said and every file of the life for secrets. It returns how
// many bytes it looked at.
func (a *aviary) look(secrets []canary) (looked int64) {
	a.Helper()
	search := func(where string, text []byte) {
		looked += int64(len(text))
		for _, c := range secrets {
			if found := c.in(text); len(found) != 0 {
				a.Errorf("%s is in %s, as %v", c.name, where, found)
			}
		}
	}
	search("what was said", a.heard.Bytes())
	err := filepath.WalkDir(a.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "golem.toml" { // what the owner wrote holds the endpoint's
			return err
		}
		text, err := os.ReadFile(path)
		search(strings.TrimPrefix(path, a.dir), text)
		return err
	})
	if err != nil {
		a.Fatal(err)
	}
	return looked
}

// cores are the core files in a folder.
func cores(dir string) []string {
	found, _ := filepath.Glob(filepath.Join(dir, "core*")) // the pattern is a good one
	return found
}

// canDump says that a process that is killed here leaves a core file, so that none of the
// Golem means something.
func canDump(t *testing.T) bool {
	t.Helper()
	dir := t.TempDir()
	c := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -c unlimited && cd "$0" && exec sh -c 'kill -QUIT $$'`, dir)
	_ = c.Run() // it ends by the signal
	return len(cores(dir)) == 1
}

// spec: provisioning §9.3, safety §1.4 S-3, §8, runtime §11.1; DESIGN §4 (Secrets), §10: of
// each secret that the program is given, shown to be in use, nothing is in any log at debug
// level, journal, record, audit, book, manifest, testament, report, page, dump or core
// file, in any form; and no child inherits one.
func TestNoSecretLeavesTheProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("real processes, in real time")
	}
	built, self := program(t), unraced(t)
	for name, file := range map[string]bool{"from the environment": false, "from a file": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAviary(t, file)
			a.program, a.self = built, self
			a.run("trade 2", func(p *os.Process) {
				a.childless(p)
				a.pages()
				a.guard.shut.Store(true) // its words come into the log
				refused, c := a.guard.refused.Load(), clock.System{}
				for end := c.Now().Add(20 * time.Second); a.guard.refused.Load() < refused+6 && c.Now().Before(end); {
					_ = c.WaitUntil(t.Context(), c.Now().Add(50*time.Millisecond))
				}
				a.pages()
				_ = p.Signal(syscall.SIGQUIT)
			}, "GOTRACEBACK=all")
			a.dumped("SIGQUIT")
			a.guard.shut.Store(false)
			for _, how := range []string{"crash", "all"} {
				a.run("trade", func(p *os.Process) { _ = p.Signal(syscall.SIGABRT) }, "GOTRACEBACK="+how)
			}
			a.dumped("SIGABRT")
			a.start(a.self, "panic: a canary's", func(*os.Process) {}, "GOTRACEBACK=crash", killIn+"="+a.dir, siteAt+"=2 - entry receipt after", sitePanic+"=a canary's panic")
			a.dumped("panic: a canary's panic")
			if found := cores(a.dir); len(found) != 0 {
				t.Errorf("there are core files: %v", found)
			} else if !canDump(t) {
				t.Log("the system writes no core files here; that the Golem leaves none says nothing")
			}
			a.inUse(file)
			identity, rolls := a.fate()
			a.secrets = append(a.secrets, identity)
			living := a.look(append([]canary{rolls}, a.secrets...))
			a.ends()
			looked := a.look(a.secrets) // the rolls' secret is told at death
			t.Logf("%d secrets in %d forms; %d bytes of a life and %d with its death", len(a.secrets)+1, len(a.key.forms()), living, looked)
		})
	}
}

// dumped says that a dump was printed.
func (a *aviary) dumped(cause string) {
	a.Helper()
	if !bytes.Contains(a.heard.Bytes(), []byte(cause)) || !bytes.Contains(a.heard.Bytes(), []byte("goroutine ")) {
		a.Errorf("no dump of %q was printed", cause)
	}
}

// ends has the Golem die, and asks every command about what it left.
func (a *aviary) ends() {
	a.Helper()
	a.ask(exitOK, "destroy", "--data-dir", a.dir, "--name", "restless")
	a.run("dead", func(*os.Process) {})
	a.ask(exitOK, "replay", a.dir)
	a.ask(exitOK, "audit", "verify", a.dir)
	l, err := biography.Read(a.dir)
	if err != nil {
		a.Fatal(err)
	}
	if err := errors.Join(l.Summary(&a.heard, ""), json.NewEncoder(&a.heard).Encode(l)); err != nil {
		a.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(a.dir, home.TestamentFile)); err != nil {
		a.Error(err)
	}
	d := &deathbed{t: a.T, dir: a.dir} // and a configuration that is wrong beside its secrets
	d.edit("golem.toml", "http://", "gopher://", "ws_url = \"ws://", "ws_url = \"mail://")
	a.ask(exitConfig, "--config", filepath.Join(a.dir, "golem.toml"))
}

// ask runs one command of the program.
func (a *aviary) ask(want int, args ...string) {
	a.Helper()
	c := exec.CommandContext(a.Context(), a.program, args...)
	c.Env = append(withoutSecrets(), a.env...)
	said, _ := c.CombinedOutput() // its code says how it ended
	a.heard.Write(said)
	if code := c.ProcessState.ExitCode(); code != want {
		a.Errorf("%v: exit %d\n%s", args, code, said)
	}
}
