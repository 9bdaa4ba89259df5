package scenario

import (
	"context"
	"fmt"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
)

// Services serves scenario sets as mirage_ methods, for node.Config.Services.
func Services(n *node.Node) ([]rpc.API, error) {
	return []rpc.API{{Namespace: "mirage", Service: &API{newRunner(n)}}}, nil
}

// API is the five methods of spec: mirage-testing §9.
type API struct{ runner *Runner }

// Baseline names where a set begins: a snapshot of this devnet, or, without one, the
// latest block when the set is run.
type Baseline struct {
	Baseline string `json:"baseline"` // "latest", or a snapshot's id
}

// UnmarshalJSON refuses fields that mean nothing here (mode lhs and its kin).
func (b *Baseline) UnmarshalJSON(text []byte) error {
	type plain Baseline
	return strict(text, (*plain)(b))
}

// Block is the block of the snapshot, and the zero hash for the latest. A nil baseline is
// the latest.
func (b *Baseline) Block(n *node.Node) (common.Hash, error) {
	if b == nil || b.Baseline == "" || b.Baseline == "latest" {
		return common.Hash{}, nil
	}
	id, err := hexutil.DecodeUint64(b.Baseline)
	if err != nil {
		return common.Hash{}, &Error{CodeInvalidParams, fmt.Sprintf("baseline %q is neither latest nor the id of a snapshot", b.Baseline)}
	}
	block, err := n.Snapshots.Block(id)
	if err != nil {
		return common.Hash{}, &Error{codeSnapshotNotFound, err.Error()}
	}
	return block, nil
}

// BeginScenarioSet makes a set and answers its id.
func (a *API) BeginScenarioSet(from *Baseline) (map[string]string, error) {
	block, err := from.Block(a.runner.node)
	if err != nil {
		return nil, err
	}
	id, err := a.runner.begin(block)
	if err != nil {
		return nil, err
	}
	return map[string]string{"set_id": id}, nil
}

const codeSnapshotNotFound = -32001

// DefineScenario adds a scenario to a set and answers its id.
func (a *API) DefineScenario(s Scenario) (map[string]string, error) {
	id, err := a.runner.define(s)
	if err != nil {
		return nil, err
	}
	return map[string]string{"scenario_id": id}, nil
}

// RunScenarioSet starts a set and answers a job at once. Only sequential runs exist.
func (a *API) RunScenarioSet(id string, mode *string) (map[string]string, error) {
	if mode != nil && *mode != "sequential" {
		if *mode == "parallel" {
			return nil, &Error{CodeParallelUnavailable, "scenarios run one after the other here: use mode sequential"}
		}
		return nil, &Error{CodeInvalidParams, fmt.Sprintf("mode %q is not sequential", *mode)}
	}
	job, err := a.runner.start(id)
	if err != nil {
		return nil, err
	}
	return map[string]string{"job_id": job}, nil
}

// Results is a job and what it has so far.
type Results struct {
	Status    string    `json:"status"` // running, complete, failed
	Scenarios []*Result `json:"scenarios"`
}

// GetScenarioResults answers a job's results, in the order of definition.
func (a *API) GetScenarioResults(id string) (Results, error) {
	status, results, err := a.runner.job(id)
	return Results{status, results}, err
}

// CompareScenarios ranks the scenarios of a complete job by pnl or gas, or lists the
// slots that they leave with different values (state_diff).
func (a *API) CompareScenarios(ctx context.Context, id, metric string, prices *map[common.Address]string) (any, error) {
	status, results, err := a.runner.job(id)
	if err != nil {
		return nil, err
	}
	if status != complete {
		return nil, &Error{CodeJobNotComplete, fmt.Sprintf("job %s is %s", id, status)}
	}
	switch metric {
	case "gas":
		return byGas(results), nil
	case "state_diff":
		return byState(results), nil
	case "pnl":
		if prices == nil {
			prices = &map[common.Address]string{}
		}
		return a.runner.byPnL(ctx, results, *prices)
	}
	return nil, &Error{CodeInvalidParams, fmt.Sprintf("metric %q is none of pnl, gas, state_diff", metric)}
}
