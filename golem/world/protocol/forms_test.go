package protocol

import (
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/safety/caveat"
)

// A call that cannot be learned is told, the first of them by its target.
func TestTheFirstCallThatIsNoFormIsTold(t *testing.T) {
	f := &Forms{}
	f.Add(caveat.Form{Target: common.Address{1}}, func(v Vary) []byte {
		return append([]byte{1, 2, 3, 4}, common.BigToHash(v(caveat.Amount, 256)).Bytes()...)
	})
	if f.err != nil || len(f.forms) != 1 {
		t.Fatalf("%v", f.err)
	}
	for _, target := range []common.Address{{2}, {3}} {
		f.Add(caveat.Form{Target: target}, func(Vary) []byte { return nil })
	}
	if !errors.Is(f.err, caveat.ErrForm) || !strings.Contains(f.err.Error(), (common.Address{2}).Hex()) {
		t.Errorf("%v", f.err)
	}
}
