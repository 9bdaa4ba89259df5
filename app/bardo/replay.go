package bardo

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/life/replay"
)

func newReplay(sh *shell) *cobra.Command {
	will := ""
	c := &cobra.Command{
		Use:   "replay DIR",
		Short: "Compute a life again from its journal and compare every byte",
		Long: `No chain is needed and the records may be absent. A journal that was changed
and a program that decides otherwise are errors that name the place.`,
		Example: `  bardo replay life`,
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return runReplay(c.Context(), sh, args[0], will) },
	}
	c.Flags().StringVar(&will, "testament", "", "also write the testament to this file, as it is computed")
	return c
}

func runReplay(ctx context.Context, sh *shell, dir, will string) error {
	r, err := replay.Run(ctx, dir, replay.Options{})
	if err == nil && will != "" {
		err = r.Bequest(dir, will)
	}
	if err != nil {
		return err
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(r)
	}
	fmt.Fprintf(sh.out, "%d ticks from %d journal entries, %d boots\n", r.Ticks, r.Entries, r.Boots)
	fmt.Fprintf(sh.out, "records    %d equal, %d absent, digest %s\n", r.Equal, r.Absent, r.Digest)
	fmt.Fprintf(sh.out, "audit      %d equal, %d absent\n", r.AuditEqual, r.AuditAbsent)
	fmt.Fprintf(sh.out, "testament  %s\n", r.Testament)
	switch {
	case r.CutOff && home.Lives(dir):
		fmt.Fprintln(sh.out, "its process lives: this is the life up to now")
		return nil
	case r.CutOff:
		fmt.Fprintln(sh.out, "the journal ends before the life does: it was cut off; bardo live, or golem, goes on with it")
		return nil
	}
	fmt.Fprintf(sh.out, "death      %s\n", r.Cause)
	if r.Rolls > 0 {
		fmt.Fprintf(sh.out, "dice       %d rolls follow from the secret that the testament reveals\n", r.Rolls)
	}
	return nil
}
