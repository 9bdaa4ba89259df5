package post_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/post"
	"bardo.run/bardo/internal/clock"
)

// office is a box before a folder, whose letters a test answers.
type office struct {
	*httptest.Server
	dir   string
	clock *clock.Simulated
}

// ada is who a test's letters are signed to, by the key of her owner.
var ada = post.Golem{ID: "golem-1", Name: "ada", ChainID: 31337, Owner: common.HexToAddress("0x2c7536E3605D9C16a7a3D7b1898e529396a65c23")}

func open(t *testing.T) *office {
	t.Helper()
	o := &office{dir: t.TempDir(), clock: clock.NewSimulated(time.Unix(4_000_000_000, 0))}
	o.Server = httptest.NewServer(&post.Box{Dir: o.dir, Golem: ada, Clock: o.clock})
	t.Cleanup(o.Close)
	return o
}

// hear answers what waits, as a Golem does at a look.
func (o *office) hear(t *testing.T, a owner.Answer) (heard []owner.Letter) {
	t.Helper()
	f := owner.NewFolder(o.dir, slog.New(slog.DiscardHandler))
	for {
		l, there := f.Next(t.Context(), func(string) (owner.Answer, bool) { return owner.Answer{}, false })
		if !there {
			return heard
		}
		f.Answer(l, a)
		heard = append(heard, l)
	}
}

// signing signs by the key of ada's owner.
func signing(t *testing.T) func(apitypes.TypedData) ([65]byte, common.Hash, error) {
	t.Helper()
	key, err := signer.FromHex(ada.ChainID, []byte("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"))
	if err != nil || key.Address() != ada.Owner {
		t.Fatal(err)
	}
	return key.SignTypedData
}

func signed(t *testing.T, g post.Golem, id string) owner.Letter {
	t.Helper()
	l, err := g.Sign(owner.Letter{ID: id, At: 1, Expires: 5e12, Word: owner.Steer{Text: "close all", Severity: 1}}, signing(t))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A letter that was handed in lies in the folder as it came, before its sender hears of it, and
// its answer reaches who sends it again.
func TestALetterThatIsHandedInLiesInTheFolder(t *testing.T) {
	o := open(t)
	g, err := post.Ask(t.Context(), o.URL)
	if err != nil || g != ada {
		t.Fatalf("%+v, %v", g, err)
	}
	l := signed(t, g, "one")
	if _, heard, err := post.Send(t.Context(), o.URL, l); heard || err != nil {
		t.Fatalf("%v, %v", heard, err)
	}
	want := owner.Answer{Status: owner.Accepted, At: 5, Tick: 9}
	if got := o.hear(t, want); len(got) != 1 || got[0].ID != "one" || string(got[0].Proof) != string(l.Proof) {
		t.Fatalf("%+v", got)
	}
	if a, heard, err := post.Send(t.Context(), o.URL, l); !heard || err != nil || a != want {
		t.Errorf("%+v, %v, %v", a, heard, err)
	}
	if got := o.hear(t, want); len(got) != 0 {
		t.Errorf("it lies there twice: %+v", got)
	}
	other, err := g.Sign(owner.Letter{ID: "one", At: 2, Expires: 5e12, Word: l.Word}, signing(t))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // heard before, and waiting
		if a, heard, err := post.Send(t.Context(), o.URL, other); heard || !errors.Is(err, post.ErrRefused) || !strings.Contains(err.Error(), owner.ErrTaken.Error()) {
			t.Errorf("another letter of its id: %+v, %v, %v", a, heard, err)
		}
		other.ID, l.ID = "two", "two"
		if l, err = g.Sign(l, signing(t)); err != nil {
			t.Fatal(err)
		}
		if other, err = g.Sign(other, signing(t)); err != nil {
			t.Fatal(err)
		}
		if _, heard, err := post.Send(t.Context(), o.URL, l); heard || err != nil {
			t.Errorf("%v, %v", heard, err)
		}
	}
}

// What is no letter, or carries no signature, is refused with the reason, and so are more than a
// few at once; nothing of them reaches the folder.
func TestWhatIsNoSignedLetterIsRefused(t *testing.T) {
	o := open(t)
	bare := signed(t, ada, "bare")
	bare.Proof = nil
	if _, _, err := post.Send(t.Context(), o.URL, bare); !errors.Is(err, post.ErrRefused) || !strings.Contains(err.Error(), "carries the owner's signature") {
		t.Error(err)
	}
	forged, lasting := signed(t, ada, "forged"), signed(t, ada, "lasting")
	forged.Expires++ // is signed too
	lasting.Expires = 0
	for l, want := range map[*owner.Letter]string{&forged: owner.ErrProof.Error(), &lasting: "says when it expires"} {
		if _, _, err := post.Send(t.Context(), o.URL, *l); !errors.Is(err, post.ErrRefused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", l.ID, err)
		}
	}
	for name, c := range map[string]struct {
		id, body string
		want     int
	}{
		"nothing": {"a", "", http.StatusBadRequest}, "no JSON": {"a", "{", http.StatusBadRequest}, "no word": {"a", `{"kind":"dance","word":{}}`, http.StatusBadRequest},
		"a path": {"..%2Fa", `{"kind":"steer","word":{"text":"hold"}}`, http.StatusBadRequest}, "too long": {"a", strings.Repeat(" ", 1<<17), http.StatusRequestEntityTooLarge},
		"a word that is no letter": {"a", `{"kind":"strategy","word":{"text":"x"}}`, http.StatusBadRequest},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, o.URL+"/words/"+c.id, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != c.want {
			t.Errorf("%s: %s", name, answer.Status)
		}
	}
	if got := owner.Waiting(o.dir); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// An owner's contract is asked once a second, whoever asks, and his key is not held up by it.
func TestAStrangerHoldsUpNoOwnersKey(t *testing.T) {
	asked := 0
	box := &post.Box{Dir: t.TempDir(), Golem: ada, Clock: clock.NewSimulated(time.Unix(4_000_000_000, 0)), Contract: func(context.Context, common.Address, common.Hash, []byte) (bool, error) {
		asked++
		return false, nil
	}}
	server := httptest.NewServer(box)
	defer server.Close()
	forged := signed(t, ada, "forged")
	forged.Proof[3]++
	for range 5 {
		if _, _, err := post.Send(t.Context(), server.URL, forged); !errors.Is(err, post.ErrRefused) {
			t.Error(err)
		}
	}
	if asked != 1 {
		t.Errorf("the contract was asked %d times", asked)
	}
	if _, _, err := post.Send(t.Context(), server.URL, signed(t, ada, "mine")); err != nil || len(owner.Waiting(box.Dir)) != 1 {
		t.Errorf("%v: %+v", err, owner.Waiting(box.Dir))
	}
}

// Who floods the address holds up the address, and not the folder.
func TestFewLettersWait(t *testing.T) {
	o := open(t)
	refused := 0
	for i := range 40 {
		_, _, err := post.Send(t.Context(), o.URL, signed(t, ada, "n"+strings.Repeat("x", i)))
		if errors.Is(err, post.ErrRefused) {
			refused++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if waiting := len(owner.Waiting(o.dir)); waiting != 16 || refused != 24 {
		t.Errorf("%d wait, %d were refused", waiting, refused)
	}
}
