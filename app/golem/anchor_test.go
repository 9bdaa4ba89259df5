package golem

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/life/replay"
)

// spec: safety §12.3, §25 point 3: a life that trades for real anchors the head of its
// audit through the one write path, and pays for it; the end of the audit cannot be cut
// off then, whatever else is taken out of the folder.
func TestTheAnchorOnTheChainFindsACutAudit(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "[audit]\nanchor = true\n")
	path := filepath.Join(dir, "golem.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte("[heartbeat]\n"), []byte("[heartbeat]\nmax_ticks = 6\n"), 1)
	text = bytes.Replace(text, []byte("name = \"restless\"\n"), []byte("name = \"anchored\"\nfunding = 400\n"), 1)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := run(t, dir, "never"); code != exitOK || !strings.Contains(said, "dead") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	chain := filepath.Join(dir, home.AuditDir)
	all, err := anchor.Read(chain)
	if err != nil || len(all) != 1 || all[0].ChainID != 31337 || all[0].Cost <= 0 || all[0].Block == 0 {
		t.Fatalf("anchored %+v, %v", all, err)
	}
	v := &victim{t: t, dir: dir, chain: m.RPC, tokens: []common.Address{m.USDC, m.WETH}}
	v.noneTwice(3)
	v.booksAgree()
	r, err := replay.Run(t.Context(), dir, replay.Options{})
	if err != nil || r.AuditAbsent != 0 || r.AuditEqual <= all[0].Seq || r.Testament != "equal" {
		t.Errorf("replayed to %+v, %v", r, err)
	}
	whole(t, dir)
	verify := func(want int, words string, args ...string) {
		t.Helper()
		var out bytes.Buffer
		if code := Main(t.Context(), append([]string{"audit", "verify", dir}, args...), &out, &out); code != want || !strings.Contains(out.String(), words) {
			t.Errorf("%v: exit %d, %s", args, code, &out)
		}
	}
	endpoint, tx := m.Chain().Server.Endpoint(), all[0].TxHash
	verify(exitOK, "anchors    1 in the folder", "--rpc", endpoint, "--anchor", tx)
	verify(exitUsage, "endpoint", "--anchor", tx)
	verify(exitJournal, "no such anchor", "--rpc", endpoint, "--anchor", common.Hash{7}.Hex())
	trade := common.Hash(sentBy(t, chain))
	verify(exitJournal, "is none", "--rpc", endpoint, "--anchor", trade.Hex())

	remove(t, dir, home.ManifestFile) // whoever cuts the audit takes this away, too
	cutTo(t, chain, int(all[0].Seq))
	verify(exitJournal, "the end was cut off: the anchor in transaction "+tx)
	other := all[0]
	other.Seq--
	other.Head = strings.Repeat("0", 64)
	if err := anchor.Save(atomicfile.OS{}, chain, []anchor.Anchor{other}); err != nil {
		t.Fatal(err)
	}
	verify(exitJournal, "carries", "--rpc", endpoint)
	remove(t, chain, anchor.File)
	verify(exitOK, "follow from one another")
	verify(exitJournal, "the end was cut off: the mark", "--rpc", endpoint, "--anchor", tx)
}

// sentBy is the transaction of the first trade on record.
func sentBy(t *testing.T, dir string) (tx [32]byte) {
	t.Helper()
	c, err := audit.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Records {
		if _, rest, found := strings.Cut(string(r.Event), `"tx_hash":"`); found {
			return common.HexToHash(rest[:66])
		}
	}
	t.Fatal("nothing was sent")
	return tx
}

// cutTo leaves the first n records of a chain.
func cutTo(t *testing.T, dir string, n int) {
	t.Helper()
	c, err := audit.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	anew := t.TempDir()
	s, err := audit.Open(anew, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Records[:n] {
		if err := s.Append(r, false); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(anew, audit.File))
	if err == nil {
		err = s.Close()
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, audit.File), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
