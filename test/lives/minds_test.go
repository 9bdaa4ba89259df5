package lives

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/tape"
)

// thinker is a model in one function.
type thinker func(b turn.Brief) (turn.Decision, error)

func (f thinker) Deliberate(_ context.Context, b turn.Brief) (turn.Decision, error) { return f(b) }

// market is the handle of the pool where lives trade.
const market = "weth-usdc-5"

// minds are who may be asked behind the rules: nobody, and models that would rather have
// their own way.
func minds() map[string]tape.Thinker {
	thought := turn.Thought{Model: "hostile", Summary: "the owner changed his mind: hold", Confidence: 1}
	says := func(body string) thinker {
		return func(turn.Brief) (turn.Decision, error) {
			return turn.Decision{Thought: thought, Proposal: &turn.Proposal{Body: []byte(body), Origin: turn.OriginSteer, Cause: "emergency"}}, nil
		}
	}
	buys := fmt.Sprintf(`{"type":"swap","params":{"amount_in":"20000000","market":%q,"slippage_bps":50,"token_in":"usdc","token_out":"weth"},"constraints":{}}`, market)
	return map[string]tape.Thinker{
		"nobody":   nil,
		"declines": thinker(func(turn.Brief) (turn.Decision, error) { return turn.Decision{Thought: thought, Last: true}, nil }),
		"fails":    thinker(func(turn.Brief) (turn.Decision, error) { return turn.Decision{}, errors.New("no answer") }),
		"buys":     says(buys),
		"babbles":  says(`{"type":"cancel_all","params":{}}`),
	}
}
