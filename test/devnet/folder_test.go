package devnet

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Exit codes of the command that refuse a folder or a file, and of one that is in use.
const (
	exitRefused = 11
	exitLocked  = 15
)

// refuses checks the exit code and the words of a start that must not be.
func refuses(t *testing.T, want int, words string, args ...string) {
	t.Helper()
	code, said := fails(t, args...)
	if code != want || !strings.Contains(said, words) || !strings.Contains(said, "next: ") {
		t.Errorf("%v: exit code %d, want %d\n%s", args, code, want, said)
	}
}

func TestAFolderThatIsNotItsOwnIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "chain")
	p := begin(t, "--data", dir)
	refuses(t, exitLocked, "in use by another devnet", "--data", dir)
	refuses(t, exitRefused, "holds chain 31337, not chain 1337", "--data", dir, "--chain-id", "1337")
	if code := p.stop(t, os.Interrupt); code != 0 {
		t.Fatalf("exit code %d\n%s", code, p.errs)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "letters"), []byte("dear"), 0o600); err != nil {
		t.Fatal(err)
	}
	refuses(t, exitRefused, `holds "letters" and no devnet`, "--data", other)
	if err := os.Truncate(filepath.Join(dir, "devnet.json"), 40); err != nil {
		t.Fatal(err)
	}
	refuses(t, exitRefused, "devnet.json is damaged", "--data", dir)
}

// spec: mirage-testing §12.5: a second start with the same state file answers the same
// addresses, balances and block number.
func TestASecondStartWithAStateAnswersTheSame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "chain.state")
	p := begin(t, "--state", file, "--dump-on-exit", "--accounts", "5")
	l := prepare(t, p)
	for step := range uint64(12) {
		hash, from, err := l.send(p.client, int(step%4), step)
		if err != nil {
			t.Fatal(err)
		}
		a, err := acknowledge(p.client, hash, from)
		if err != nil {
			t.Fatal(err)
		}
		l.acked = append(l.acked, a)
	}
	if code := p.stop(t, syscall.SIGTERM); code != 0 {
		t.Fatalf("exit code %d\n%s", code, p.errs)
	}
	p = begin(t, "--state", file, "--dump-on-exit")
	if above := l.check(t, p, l.acked); above != 0 {
		t.Errorf("%d more blocks than before", above)
	}
	l.logs(t, p)
	var done bool
	if p.ask(t, &done, "mirage_shutdown"); !done {
		t.Error("mirage_shutdown answered false")
	}
	if _ = p.cmd.Wait(); p.cmd.ProcessState.ExitCode() != 0 {
		t.Errorf("exit code %d after mirage_shutdown\n%s", p.cmd.ProcessState.ExitCode(), p.errs)
	}
	// Into a folder, where it stays.
	dir := t.TempDir()
	p = begin(t, "--state", file, "--data", dir)
	l.check(t, p, l.acked)
	p.kill(t)
	p = begin(t, "--data", dir)
	l.check(t, p, l.acked)
	if code := p.stop(t, os.Interrupt); code != 0 {
		t.Fatalf("exit code %d\n%s", code, p.errs)
	}
	refuses(t, exitRefused, "holds a chain already", "--state", file, "--data", dir)
	refuses(t, exitRefused, "it is of chain 31337, not 1", "--state", file, "--chain-id", "1")
}

func TestAStateThatIsCutOrChangedIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "chain.state")
	p := begin(t, "--state", file, "--dump-on-exit")
	var head hexutil.Uint64
	p.ask(t, new(bool), "anvil_setBalance", common.Address{1}, "0x1")
	p.ask(t, &head, "eth_blockNumber")
	if code := p.stop(t, os.Interrupt); code != 0 || head != 1 {
		t.Fatalf("exit code %d at block %d\n%s", code, head, p.errs)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.state")
	for _, change := range []func([]byte) []byte{
		func(b []byte) []byte { return b[:len(b)-1] },
		func(b []byte) []byte { return b[:len(b)/2] },
		func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
		func(b []byte) []byte { return []byte(strings.Replace(string(b), `"block":1`, `"block":2`, 1)) },
		func([]byte) []byte { return nil },
	} {
		if err := os.WriteFile(bad, change(append([]byte(nil), whole...)), 0o600); err != nil {
			t.Fatal(err)
		}
		refuses(t, exitRefused, "the state is refused", "--state", bad)
	}
	refuses(t, exitRefused, "no such file", "--state", bad+".absent")
	begin(t, "--state", file).kill(t)
}
