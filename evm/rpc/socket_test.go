package rpc_test

import (
	"errors"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
)

// spec: chain §2: blocks_behind is by the head's age, or by the highest head among
// endpoints, whichever is larger; the socket's head is one of those.
func TestAHeadThatTheSocketToldOfCountsForHowFarTheTipIsBehind(t *testing.T) {
	s := newTeller(t, "", func(c *rpc.Config) { c.BlockTime = 2 * time.Second })
	more := make(chan struct{})
	s.scripts <- func(c *talk) {
		c.agree()
		c.head(12, 0)
		<-more
		c.head(20, 0)
		c.last()
	}
	s.at(12)
	s.behind(7)
	s.pass(time.Unix(int64(s.chain.Chain.Head().Time), 0).Add(22 * time.Second).Sub(s.clock.Now()))
	s.behind(11) // by age, which is more
	close(more)
	if got := s.at(20); got.Heads != 2 || got.Reconnects != 0 || got.Name == "" {
		t.Errorf("%+v", got)
	}
	s.behind(15)
}

func TestASocketBehindTheEndpointsChangesNothing(t *testing.T) {
	s := newTeller(t, "", nil)
	s.scripts <- func(c *talk) { c.agree(); c.head(3, 0); c.last() }
	s.at(3)
	s.behind(0)
}

// spec: chain §10.3: reconnect waits 3, 6, 12, 30 s, then 30 s; from the start again
// after a head.
func TestALostSocketIsLeftAloneForLongerEachTime(t *testing.T) {
	s := newTeller(t, "", nil)
	leave := func(*talk) {}
	for range 5 {
		s.scripts <- leave
	}
	s.scripts <- func(c *talk) { c.agree(); c.head(9, 0) }
	s.scripts <- func(c *talk) { c.agree(); c.head(11, 0); c.last() }
	for i, want := range []int{3, 6, 12, 30, 30, 3} {
		if got := s.lost(); got != time.Duration(want)*time.Second {
			t.Errorf("loss %d: left alone for %v, want %d s", i, got, want)
		}
		if st, _ := s.client.Socket(); st.Connected {
			t.Errorf("loss %d: still connected", i)
		}
		s.goOn <- struct{}{}
	}
	if got := s.at(11); got.Reconnects != 1 || got.Heads != 2 {
		t.Errorf("%+v", got)
	}
}

func TestHeadsThatGoBackAreBelieved(t *testing.T) {
	s := newTeller(t, "", nil)
	s.scripts <- func(c *talk) { c.agree(); c.head(12, 0); c.head(7, 0); c.last() }
	s.at(7)
	s.behind(2)
}

// What the socket told of before the chain went back is no block that the endpoint lacks.
func TestAHeadOfABranchThatWasLeftIsNoLag(t *testing.T) {
	s := newTeller(t, "", nil)
	s.chain.Miner.SetAutomine(false)
	id, err := s.chain.Snapshots.Take()
	check(t, err)
	s.scripts <- func(c *talk) { c.agree(); c.head(8, 0); c.last() }
	s.at(8)
	for left := range uint64(2) {
		mine(t, s.chain, 1)
		s.behind(2 - left)
	}
	check(t, s.chain.Snapshots.Revert(id))
	check(t, s.chain.Pace.SetCoinbase(common.Address{9}))
	mine(t, s.chain, 1)
	s.behind(0)
}

func TestAHeadInTheFutureOverTheSocketIsNotBelieved(t *testing.T) {
	s := newTeller(t, "", nil)
	s.scripts <- func(c *talk) {
		c.agree()
		c.head(6, 15)
		c.head(40, 16)
		c.last()
	}
	got := s.until("ahead", func(st rpc.SocketStatus) bool { return st.Ahead })
	if got.Head != 6 || got.Heads != 1 {
		t.Errorf("%+v", got)
	}
	s.behind(1)
}

// A number that no chain has refuses what opens, as it must; it never keeps an exit
// from being counted and signed.
func TestASocketThatLiesHighStopsNoCount(t *testing.T) {
	s := newTeller(t, "", nil)
	s.scripts <- func(c *talk) { c.agree(); c.head(1<<62, 0); c.last() }
	s.at(1 << 62)
	s.behind(1<<62 - 5)
	if _, err := s.client.PendingNonce(t.Context(), common.Address{1}); err != nil {
		t.Errorf("a count beside it: %v", err)
	}
}

// The newest head counts, however many come at once and whoever reads them.
func TestOfManyHeadsTheNewestIsKept(t *testing.T) {
	s := newTeller(t, "", nil)
	const many = 20_000
	s.scripts <- func(c *talk) {
		c.agree()
		for n := range uint64(many) {
			c.head(n+1, 0)
		}
		c.last()
	}
	if got := s.at(many); got.Heads != many {
		t.Errorf("%+v", got)
	}
	s.behind(many - 5)
}

func TestAHeadFromLongAgoIsForgotten(t *testing.T) {
	s := newTeller(t, "", nil)
	s.scripts <- func(c *talk) { c.agree(); c.head(12, 0); c.last() }
	s.at(12)
	s.pass(10*time.Minute - time.Second)
	s.behind(7)
	s.pass(time.Second)
	s.behind(0)
}

func TestAClientWithoutASocketSaysSo(t *testing.T) {
	p := newPair(t)
	if st, there := p.connect(nil).Socket(); there {
		t.Errorf("%+v", st)
	}
	if _, err := rpc.Connect(t.Context(), rpc.Config{HeadsURL: "ws://127.0.0.1:1"}); !errors.Is(err, rpc.ErrTransport) {
		t.Errorf("a socket is no endpoint: %v", err)
	}
}
