package why

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/owner"
)

// The settlement of a life that its paid time ended names every payment of it, in order, and none that
// came too late.
func TestTheChainOfADeathNamesWhatWasPaidForTheTime(t *testing.T) {
	l := &Life{}
	l.boot.Birth = booking.Birth{Start: 1_000, Until: 3_601_000, Paid: 50_000}
	for i, w := range []owner.Time{
		{Adds: 20_000, Price: 500, Payer: common.HexToAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"), Tx: common.HexToHash("0x12")},
		{Adds: 60_000},
		{Adds: 7_000},
	} {
		l.paid = append(l.paid, payment{Link{"entry", "payment", longer(w)}, uint64(10 + i)})
	}
	var said []string
	for _, link := range l.lasted(lifecycle.PaidTimeOver, 12) {
		said = append(said, link.Text)
	}
	want := "given 1h0m0s, for which 0.050000 USDC were paid; " +
		"extended by 20s for 0.000500 USDC by 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 in 0x0000000000000000000000000000000000000000000000000000000000000012; extended by 1m0s"
	if got := strings.Join(said, "; "); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if other := l.lasted(lifecycle.OwnerKill, 12); len(other) > 0 {
		t.Errorf("a death by its owner's word: %v", other)
	}
	if l.boot.Birth.Until = term.Forever; len(l.lasted(lifecycle.PaidTimeOver, 12)) > 0 {
		t.Error("time that nobody set was paid for")
	}
}
