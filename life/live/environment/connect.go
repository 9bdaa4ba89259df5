package environment

import (
	"context"
	"fmt"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/mirage/history"
)

// Look opens the market of a world. session is until when somebody else signs; 0: nobody does.
func Look(ctx context.Context, w *history.World, b agent.Boot, session uint64) (*rpc.Client, *chain.Chain, error) {
	client := rpc.New(w.Port())
	var feeds []protocol.Feed
	for i, f := range w.Feeds() {
		if i > 0 { // the first is the numeraire's
			feeds = append(feeds, protocol.Feed{Token: f.Token, Feed: f.Feed, Age: b.Policy.FeedAge.Rest})
		}
	}
	eyes, err := chain.Open(ctx, client, chain.Config{
		ChainID: ChainID, Account: b.Venue.Account, Payer: b.Venue.Sender(), Grant: b.Venue.Grant, Numeraire: b.Chain.Numeraire,
		Deployments: b.Venue.Deployments, NativePrice: NativePrice(w.Market().Spec),
		Growth: b.Oracle || b.Risk.Adaptive, Session: session, Feeds: feeds, Spread: b.Chain.Spread,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("open chain: %w", err)
	}
	return client, eyes, nil
}

// Connect gives a Golem its readings and previews of a world; who connects it adds a clock
// and a signer. session is as for Look.
func Connect(ctx context.Context, w *history.World, b agent.Boot, session uint64) (agent.Outside, error) {
	client, eyes, err := Look(ctx, w, b, session)
	if err != nil {
		return agent.Outside{}, err
	}
	fork, err := sim.New(client, sim.Rules{ChainID: ChainID, Hardfork: sim.Osaka})
	if err != nil {
		return agent.Outside{}, err
	}
	adapters, err := tool.NewAdapters(b.Venue)
	if err != nil {
		return agent.Outside{}, err
	}
	return agent.Outside{
		Eyes: eyes, Client: client,
		Foresight: &tool.Simulator{Adapters: adapters, Chain: eyes, Client: client, Fork: fork, ChainID: ChainID},
	}, nil
}
