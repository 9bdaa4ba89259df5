package signing

import (
	"fmt"
	"strconv"

	"github.com/ethereum/go-ethereum/accounts/abi"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/privy"
)

// Rules are the policy as the enclave evaluates it: what no rule allows is denied. The
// enclave knows chain, recipient, value, arguments and time; prices and sums it does not.
func (p *Policy) Rules() []privy.Rule {
	rules := []privy.Rule{p.rule("native money home", addresses(p.Recipients))}
	if len(p.Tokens) > 0 {
		f := transfer(p)
		rules = append(rules, p.call("tokens home", addresses(p.Tokens), f))
	}
	n := 0
	for _, c := range p.Contracts {
		for _, f := range c.Functions {
			n++
			rules = append(rules, p.call(fmt.Sprintf("%d %.40s", n, f.Method.RawName), []string{c.Address.Hex()}, f))
		}
	}
	return rules
}

// transfer is what sends a token to a recipient.
func transfer(p *Policy) Function {
	m := erc20().Methods["transfer"]
	return Function{m, []Pin{{m.Inputs[0].Name, addresses(p.Recipients)}}}
}

func erc20() *abi.ABI { return always(bind.ERC20MetaData.ParseABI()) }

func (p *Policy) rule(name string, to []string) privy.Rule {
	return privy.Rule{Name: name, Method: privy.SignTransaction, Action: privy.Allow, Conditions: []privy.Condition{
		{Source: privy.Transaction, Field: "chain_id", Operator: privy.Eq, Value: strconv.FormatUint(p.ChainID, 10)},
		p.until(),
		{Source: privy.Transaction, Field: "to", Operator: privy.In, Value: to},
	}}
}

func (p *Policy) until() privy.Condition {
	return privy.Condition{Source: privy.System, Field: "current_unix_timestamp", Operator: privy.LTE, Value: strconv.FormatInt(p.NotAfter, 10)}
}

func (p *Policy) call(name string, to []string, f Function) privy.Rule {
	r, text := p.rule(name, to), fragment(f.Method)
	r.Conditions = append(
		r.Conditions,
		privy.Condition{Source: privy.Transaction, Field: "value", Operator: privy.Eq, Value: "0"},
		privy.Condition{Source: privy.Calldata, Field: "function_name", Operator: privy.Eq, Value: f.Method.RawName, ABI: text},
	)
	for _, pin := range f.Pins {
		r.Conditions = append(r.Conditions, privy.Condition{Source: privy.Calldata, Field: f.Method.RawName + "." + pin.Path, Operator: privy.In, Value: pin.OneOf, ABI: text})
	}
	return r
}
