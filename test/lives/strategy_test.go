package lives

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomStrategy writes a STRATEGY.md that trades often: an entry that comes soon
// after every exit, and exits by time, gain and loss. rest is added to the seconds that
// it waits between two entries.
func randomStrategy(rng *rand.Rand, rest int) []byte {
	entries := []string{
		"exposure < 1%",
		"exposure < 5% and change(1m) < 0.01%",
		"exposure < 1% and abs(change(2m)) < 2%",
		"exposure < 2% and (price > sma(3m) or last_trade_age > 3m)",
		"cash > 2000 usdc and exposure < 10%",
	}
	exits := []string{
		fmt.Sprintf("position_age > %dm", 1+rng.IntN(4)),
		fmt.Sprintf("unrealised_pnl > 0.%02d%%", 1+rng.IntN(30)),
		fmt.Sprintf("unrealised_pnl < -0.%02d%%", 1+rng.IntN(30)),
		fmt.Sprintf("zscore(5m) > %.1f", rng.Float64()),
	}
	sells := []string{"sell all", "sell all", "sell 60% of position"}
	pick := func(from []string) string { return from[rng.IntN(len(from))] }
	var b strings.Builder
	fmt.Fprintf(&b, "+++\nname = \"random\"\nassets = [\"USDC\", \"WETH\"]\nprotocols = [\"uniswap-v3\"]\n\n[risk]\nmax_position = \"%d%%\"\nslippage = \"%dbps\"\nstart_stage = \"full\"\n\n",
		10+rng.IntN(15), 10+rng.IntN(90))
	fmt.Fprintf(&b, "[heartbeat]\ntick_interval = \"%ds\"\n+++\n\n# Objective\n\nTrade.\n\n", 30+rng.IntN(30))
	fmt.Fprintf(&b, "```rule entry in\nwhen %s\ndo buy %d%% of equity\ncooldown %ds\n```\n\n", pick(entries), 3+rng.IntN(15), rest+30+rng.IntN(60))
	fmt.Fprintf(&b, "```rule exit out\nwhen %s\ndo %s\n```\n\n", pick(exits[:1]), pick(sells))
	fmt.Fprintf(&b, "```rule stop loss\nwhen %s\ndo %s\n```\n", pick(exits), pick(sells))
	return []byte(b.String())
}
