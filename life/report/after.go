package report

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// after are the orders that the last reading of a life that goes on does not have.
func (b *Builder) after() *After {
	a := After{Block: b.last.Block.Number, Tick: b.acted}
	for i := range b.deeds {
		if d := &b.deeds[i].Action; d.Status == turn.StatusExecuted && d.Execution.Block.Number > a.Block {
			a.Orders++
		}
	}
	if a.Orders == 0 || b.ended {
		return nil
	}
	return &a
}

// said is why the figures are not those of now; empty where they are.
func (a *After) said() string {
	if a == nil {
		return ""
	}
	return fmt.Sprintf("at block %d, before the %s of tick %d: the next reading tells what came of them", a.Block, count(a.Orders, "order", "orders"), a.Tick)
}
