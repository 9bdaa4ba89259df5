package grant

import (
	"fmt"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/internal/money"
)

const cent = money.One / 100

// Tighter names each limit of a cage that is below what the Golem's settings allow an account
// of the given worth, one sentence a limit: the cage's holds, whatever the settings say.
//
// spec: safety §7.6
func Tighter(p cage.Policy, worth money.USDC, has policycage.Limits) (said []string) {
	asked := Limits(p, worth)
	say := func(name, asked, has string) {
		said = append(said, fmt.Sprintf("safety.%s is %s, and the cage on the chain allows %s: the cage's limit holds", name, asked, has))
	}
	for _, l := range []struct {
		name       string
		asked, has money.USDC
		share      money.BPS // of the worth, where the settings say it so
	}{
		{"spending_limits.per_transaction", asked.PerTransaction, has.PerTransaction, 0},
		{"spending_limits.per_day", asked.PerDay, has.PerDay, 0},
		{"max_loss_day_bps", asked.DayLoss, has.DayLoss, p.Loss.Day},
		{"max_loss_session_bps", asked.SessionLoss, has.SessionLoss, p.Loss.Session},
	} {
		value := Dollars(l.asked/cent*cent) + " USD"
		if l.share > 0 {
			value = fmt.Sprintf("%s, now %s of the account", l.share, value)
		}
		if l.asked-l.has >= cent { // a share may round to less
			say(l.name, value, Dollars(l.has/cent*cent)+" USD")
		}
	}
	for _, l := range []struct {
		name       string
		asked, has money.BPS
	}{
		{"max_position_bps", asked.Position, has.Position},
		{"max_concentration_bps", asked.Concentration, has.Concentration},
		{"max_drawdown_bps", asked.Drawdown, has.Drawdown},
		{"max_move_loss_bps", asked.MoveLoss, has.MoveLoss},
		{"max_exit_loss_bps", asked.ExitLoss, has.ExitLoss},
	} {
		if l.has < l.asked {
			say(l.name, l.asked.String(), l.has.String())
		}
	}
	if has.Positions < asked.Positions {
		say("max_positions", fmt.Sprint(asked.Positions), fmt.Sprint(has.Positions))
	}
	if least := uint64(max(0, p.MinCollateral)); least > 0 && has.Collateral > least {
		say("min_collateral_ratio_bps", p.MinCollateral.String(), "no less than "+money.BPS(min(has.Collateral, 1<<30)).String()) //nolint:gosec // bounded
	}
	return said
}
