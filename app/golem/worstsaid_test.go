package golem

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"html"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/report"
)

// pledged is one life, and what its owner has to read of it wherever a program tells the worst
// day.
type pledged struct {
	name    string
	custody worstday.Custody
	safety  string // lines of [safety]
	daily   string // what a grant to a local key lets be spent
	mind    string
	key     string
}

// The account is worth 12,000 dollars, all of it cash; native coin costs 1,234.50 a piece. Where
// the money is the owner's, the Golem's key may hold 1,500 dollars and has one coin; where it is
// the Golem's own, it has five coins, 5 x 1,234.50 = 6,172.50. Everything else that counts stands
// in the rows, and each figure is computed there by hand: what may be opened in a day, 100,000
// twice, makes single moves lose far more than a day may.
func pledges() []pledged {
	const (
		mind, key, enclave = "A hostile mind takes at most ", "Whoever steals the key takes at most ", "Whoever steals the Golem's key to the enclave can take everything in a day, "
		at                 = " USD in any 24 hours, at today's prices: "
		purse              = ", 1,500.00 coin and dollars of the key's own account (held by nobody)."
		coins              = ", 6,172.50 coin and dollars of the key's own account (held by nobody)."
		chain              = " (held by the chain)"
		program            = " (held by the Golem's program alone)"
		swaps              = " lost by swaps and new positions until the day's limit"
		sales              = " lost by sales into cash beyond it"
		sums               = " lost by swaps and new positions that come to the day's sum"
		spent              = " spent within the day's sum, at any price"
		// 12,000.00 and 6,172.50
		own     = "Whoever steals the key can take everything in a day, 18,172.50 USD at today's prices: no contract holds a limit on the Golem's own account."
		nowhere = "18,172.50 USD at today's prices: the enclave knows neither prices nor sums, and no contract holds a limit."
	)
	limits := func(day, exit, concentration int) string {
		return fmt.Sprintf("max_loss_day_bps = %d\nmax_exit_loss_bps = %d\nmax_concentration_bps = %d\n", day, exit, concentration)
	}
	return []pledged{
		{
			"delegation", worstday.Delegation, limits(150, 50, 4000), "",
			// 1.5 % of 12,000 = 180; 0.5 % of 40 % of 12,000 = 24; 180 + 24 + 1,500 = 1,704
			mind + "1,704.00" + at + "180.00" + swaps + chain + ", 24.00" + sales + chain + purse,
			key + "1,704.00" + at + "180.00" + swaps + chain + ", 24.00" + sales + chain + purse,
		}, {
			"delegation, more may be lost in a day", worstday.Delegation, limits(175, 50, 4000), "",
			// 1.75 % of 12,000 = 210; 210 + 24 + 1,500 = 1,734
			mind + "1,734.00" + at + "210.00" + swaps + chain + ", 24.00" + sales + chain + purse,
			key + "1,734.00" + at + "210.00" + swaps + chain + ", 24.00" + sales + chain + purse,
		}, {
			"a local key under a grant", worstday.Granted, limits(100, 50, 4000), "3000",
			// 2 % of 3,000 = 60, less than the 120 + 24 of the day; 60 + 1,500 = 1,560
			mind + "1,560.00" + at + "60.00" + sums + program + purse,
			// 3,000 + 1,500
			key + "4,500.00" + at + "3,000.00" + spent + chain + purse,
		}, {
			"a local key under a grant of more", worstday.Granted, limits(100, 50, 4000), "8000",
			// 2 % of 8,000 = 160, more than 1 % of 12,000 = 120 and 24; 120 + 24 + 1,500 = 1,644
			mind + "1,644.00" + at + "120.00" + swaps + program + ", 24.00" + sales + program + purse,
			// 8,000 + 1,500
			key + "9,500.00" + at + "8,000.00" + spent + chain + purse,
		}, {
			"a local key of its own", worstday.OwnKey, limits(150, 50, 4000), "",
			// 180 + 24 + 6,172.50 = 6,376.50
			mind + "6,376.50" + at + "180.00" + swaps + program + ", 24.00" + sales + program + coins, own,
		}, {
			"a local key of its own, a sale may lose more", worstday.OwnKey, limits(150, 75, 4000), "",
			// 0.75 % of 40 % of 12,000 = 36; 180 + 36 + 6,172.50 = 6,388.50
			mind + "6,388.50" + at + "180.00" + swaps + program + ", 36.00" + sales + program + coins, own,
		}, {
			"embedded", worstday.Embedded, limits(150, 50, 4000), "",
			// 180 + 24 + 6,172.50 = 6,376.50
			mind + "6,376.50" + at + "180.00" + swaps + program + ", 24.00" + sales + program + coins, enclave + nowhere,
		}, {
			"embedded, more may be held", worstday.Embedded, limits(150, 50, 6000), "",
			// 0.5 % of 60 % of 12,000 = 36; 180 + 36 + 6,172.50 = 6,388.50
			mind + "6,388.50" + at + "180.00" + swaps + program + ", 36.00" + sales + program + coins, enclave + nowhere,
		},
	}
}

// spec: DESIGN §12.29; issue 14, scope 3: what a day can lose at most is one figure, in every
// custody and in every program that tells it.
func TestEveryProgramTellsTheWorstDayToTheCent(t *testing.T) {
	l := evmtest.NewServedLenders(t)
	for _, p := range pledges() {
		t.Run(p.name, func(t *testing.T) {
			want := []string{p.mind, p.key}
			for place, told := range p.told(t, l) {
				if !slices.Equal(told, want) {
					t.Errorf("%s:\n got %s\nwant %s", place, strings.Join(told, "\n     "), strings.Join(want, "\n     "))
				}
			}
		})
	}
}

// told has the life set up and lived, and collects what each program said.
func (p pledged) told(t *testing.T, l *evmtest.Lenders) map[string][]string {
	t.Helper()
	owner, session := p.secret("owner"), p.secret("session")
	places := map[string][]string{}
	ask := func(place string, code int, said string) {
		t.Helper()
		if code != exitOK {
			t.Fatalf("%s: exit %d\n%s", place, code, said)
		}
		places[place] = worstDays(said)
	}
	var dir string
	var lives func() (int, string)
	switch p.custody {
	case worstday.Embedded:
		l = evmtest.NewServedLenders(t) // the provider's first wallet is the same each time
		w := wardedOn(t, l.Market, "")
		w.edit("native_usd = 1900.0\n", "")
		dir = w.dir
		p.settle(t, l, dir)
		l.Execute(l.USDC, bind.NewERC20().PackTransfer(w.account, uint256.NewInt(2_000e6).ToBig()))
		var out, said bytes.Buffer
		code := Main(t.Context(), []string{"policy", "--config", filepath.Join(dir, "golem.toml")}, &out, &said)
		ask("golem policy", code, said.String())
		lives = func() (int, string) { return w.lives("trade 1") }
	default:
		mode := grant.LocalKey
		if p.custody == worstday.Delegation {
			mode = grant.Delegation
		}
		b := boundOn(t, l, mode, owner, session)
		dir = b.dir
		b.edit("max_key_balance = 100000.0", "max_key_balance = 1500.0")
		p.settle(t, l, dir)
		l.Execute(l.USDC, bind.NewERC20().PackTransfer(addressOf(t, owner), uint256.NewInt(2_000e6).ToBig()))
		if p.custody == worstday.OwnKey {
			b.edit("[custody]\nmax_key_balance = 1500.0\ngrant_path = \"grant.json\"\n", "")
			lives = func() (int, string) { return runAs(t, owner, 40*time.Second, dir, "trade 1") }
			break
		}
		var flags []string
		if p.daily != "" {
			flags = []string{"--daily", p.daily}
		}
		code, said := b.grants(flags...)
		ask("the plan of bardo grant", code, said)
		code, said = b.grants(append(flags, "--yes")...)
		ask("bardo grant --yes", code, said)
		lives = func() (int, string) { return runAs(t, session, 40*time.Second, dir, "trade 1") }
	}
	code, said := lives()
	ask("the start of golem", code, said)
	reported(t, dir, places)
	return places
}

// secret is a key of this life and no other's: no account has two grants, or two cages.
func (p pledged) secret(of string) string {
	return hex.EncodeToString(crypto.Keccak256([]byte(p.name + of)))
}

// settle writes what the figures are computed from.
func (p pledged) settle(t *testing.T, l *evmtest.Lenders, dir string) {
	t.Helper()
	path := filepath.Join(dir, "golem.toml")
	edit(t, path, "[venue]\n", fmt.Sprintf("[venue]\nprice_feed = %q\nnative_usd = 1234.5\n", l.At("ETHFeed").Hex()))
	edit(t, path, "[safety]\n", "[safety]\n"+p.safety)
}

// reported adds what the report says: its data, and its page.
func reported(t *testing.T, dir string, places map[string][]string) {
	t.Helper()
	told, err := biography.Read(dir)
	if err != nil || told.Fate.Limits == nil {
		t.Fatalf("the report: %+v (%v)", told.Fate.Limits, err)
	}
	places["the report"] = told.Fate.Limits.WorstDay
	var page bytes.Buffer
	if err := told.Page(&page, report.Assets{UPlotJS: "js", UPlotCSS: "css"}); err != nil {
		t.Fatal(err)
	}
	paragraphs := strings.ReplaceAll(html.UnescapeString(page.String()), "<p>", "\n")
	places["the report's page"] = worstDays(strings.ReplaceAll(paragraphs, "</p>", "\n"))
}
