package evmtest_test

import (
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
)

func TestAKitFundsItsAccountAndASnapshotTakesASpendingBack(t *testing.T) {
	k := evmtest.NewKit(t)
	to := common.Address{1}
	for range 2 {
		back := k.Snapshot()
		r := k.Execute(k.At("USDC"), bind.NewERC20().PackTransfer(to, kit.ActorUSDC))
		if r.Status != 1 || len(r.Logs) != 1 {
			t.Fatalf("a million dollars could not be sent: status %d", r.Status)
		}
		back()
	}
}

func BenchmarkKit(b *testing.B) {
	for b.Loop() {
		evmtest.NewKit(b)
	}
}
