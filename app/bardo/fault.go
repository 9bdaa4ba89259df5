package bardo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/inspect"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/internal/version"
	"bardo.run/bardo/life/experiment/lab"
	"bardo.run/bardo/life/experiment/plan"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/owner"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/status"
	"bardo.run/bardo/life/why"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/fork"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/node"
)

// Exit codes. They are stable; 10 to 15 are those of the Golem (runtime §3).
const (
	exitOK        = 0
	exitFailed    = 1
	exitUsage     = 2
	exitUpstream  = 3 // 3 and 4: mirage-testing §2
	exitArchive   = 4
	exitConfig    = 10
	exitStorage   = 11
	exitWallet    = 12
	exitStrategy  = 14
	exitLocked    = 15
	exitHistory   = 20
	exitArtifacts = 21
	exitJournal   = 22
	exitDiffers   = 23
	exitUnknown   = 24
	exitOver      = 25
	exitAnother   = 26
	exitNotWhole  = 27
	exitStopped   = 130
)

// fault is an error as a person sees it: what happened, and what to do next.
type fault struct {
	Exit    int    `json:"exit"`
	Code    string `json:"code"`
	Message string `json:"error"`
	Next    string `json:"next,omitempty"`
}

var interrupted = fault{exitStopped, "interrupted", "stopped; everything lived so far is kept", "run the same command again to go on"}

// usageError marks a command line that makes no sense.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usage(err error) error { return usageError{err} }

// rule maps a kind of error to what people see.
type rule struct {
	fits func(error) bool
	exit int
	code string
	next string
}

func is(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }

func as[T error](err error) bool {
	var t T
	return errors.As(err, &t)
}

// Codes of SQLite for what the operating system calls otherwise.
const (
	sqliteIO   = 10
	sqliteFull = 13
)

func sqlite(err error, code int) bool {
	var coded interface{ Code() int }
	return errors.As(err, &coded) && coded.Code()&0xff == code
}

// full finds a disk, a quota or a file that takes no more.
func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) ||
		errors.Is(err, seglog.ErrDiskFull) || sqlite(err, sqliteFull)
}

// broken finds a disk that fails.
func broken(err error) bool { return errors.Is(err, syscall.EIO) || sqlite(err, sqliteIO) }

// seeHelp is the step after a command line that makes no sense; Main names the command instead, where it
// is known.
const seeHelp = "see bardo --help"

// begun is status.ErrNone of a folder in which no life was begun.
func begun(dir string) error {
	if _, err := status.Open(dir); errors.Is(err, status.ErrNone) {
		return err
	}
	return nil
}

// rules are tried in order; the first that fits wins.
var rules = []rule{
	{as[usageError], exitUsage, "usage", seeHelp},
	{is(conf.ErrInvalid), exitConfig, "config", "mend the keys named above; docs/configuration.md lists every key"},
	{is(conf.ErrUnreadable), exitConfig, "config", "check the path of --config"},
	{is(mortality.ErrUnfunded), exitUsage, "unfunded", "give it more with --credit; mortality.economic in docs/configuration.md says what is kept"},
	{is(chain.ErrConstitution), exitDiffers, "constitution", "start it with the program that it was born with"},
	{is(version.ErrOther), exitDiffers, "version", "use the program that it was born with; nothing in the folder was changed"},
	{is(owner.ErrAsk), exitConfig, "grant", "mend what is named above; nothing was sent or signed for it"},
	{is(grant.ErrGrant), exitConfig, "grant", "mend what is named above; nothing was signed"},
	{is(signer.ErrKeystore), exitWallet, "keystore", "check the file and its passphrase"},
	{is(signer.ErrKey), exitWallet, "key", "a key is 64 hexadecimal digits"},
	{full, exitStorage, "disk_full", "free some space and run the same command again: it goes on where it stopped"},
	{broken, exitStorage, "disk_error", "look after the disk, then run the same command again: it goes on where it stopped"},
	{is(home.ErrLocked), exitLocked, "locked", "wait for the other process to end, or choose another folder"},
	{is(home.ErrShared), exitConfig, "shared_file", "run the command named above; nothing was sent or signed"},
	{is(home.ErrUnsafe), exitStorage, "unsafe_folder", "mend what is named above, or choose another folder; nothing in the folder was changed"},
	{is(home.ErrForeign), exitUsage, "not_a_life", "give --out a folder that is not there yet"},
	{is(home.ErrTaken), exitUsage, "taken", "name a file that is not there yet, outside of the folder of a life"},
	{is(home.ErrFile), exitStorage, "no_folder", "move that file away, then run the same command again"},
	{is(node.ErrInUse), exitLocked, "locked", "stop the other devnet, or choose another --data"},
	{is(node.ErrFolder), exitStorage, "data_folder", "choose another --data; nothing in this folder was changed"},
	{is(node.ErrState), exitStorage, "state", "choose another --state; nothing was loaded"},
	{absent, exitArchive, "no_block", "choose another --fork-block, or an endpoint that keeps old blocks"},
	{as[upstreamError], exitUpstream, "upstream", "check the endpoint of --fork, and the chain it serves"},
	{is(fork.ErrUpstream), exitUpstream, "upstream", "check the endpoint of --fork, and the chain it serves"},
	{is(remote.ErrFixture), exitStorage, "fixture", "record it again: bardo devnet --fork URL --fork-record FILE"},
	{is(plan.ErrMany), exitUsage, "too_many_lives", "take fewer seeds, worlds or strategies, or larger steps"},
	{is(plan.ErrNone), exitUsage, "no_lives", seeHelp},
	{is(plan.ErrPlan), exitUsage, "plan", seeHelp},
	{is(lab.ErrAnother), exitAnother, "another_plan", "choose another --dir, or ask for the plan that was begun there"},
	{is(lab.ErrChanged), exitNotWhole, "changed", "bardo verify DIR says what changed"},
	{as[*live.MemberError], exitUsage, "together", seeHelp},
	{is(live.ErrOver), exitOver, "life_over", "bardo why DIR --tick 0, bardo replay DIR, or another --out"},
	{is(live.ErrAnother), exitAnother, "another_life", "choose another folder"},
	{as[strategy.Problems], exitStrategy, "strategy", "mend the lines named above; docs/strategy.md lists every variable and action"},
	{as[*artifact.UnusableError], exitArtifacts, "artifacts", "bardo artifacts fetch (in a checkout: make setup); nothing is fetched without that word"},
	{is(journal.ErrDamaged), exitJournal, "journal_damaged", "bardo verify DIR says what else is; restore the folder from a copy: a journal is never repaired"},
	{is(home.ErrDamaged), exitJournal, "manifest_damaged", "bardo verify DIR says what else is; restore manifest.bardo from a copy"},
	{is(home.ErrForgot), exitJournal, "journal_lost", "restore the folder from a copy: what the life did last is not in this one"},
	{is(journal.ErrDiverged), exitDiffers, "diverged", "bardo verify DIR says which file; or this program decides otherwise than the one that lived this life; use the version that did"},
	{as[*audit.Broken], exitJournal, "audit_broken", "do not trust this log: restore audit/ from a copy, or move it away and let the life or bardo replay compute it from the journal"},
	{is(inspect.ErrAnchor), exitJournal, "audit_anchor", "do not trust the anchors of this folder, or name the endpoint of the chain that they stand on"},
	{is(audit.ErrAbsent), exitStorage, "audit_absent", "check the path; a life writes its audit chain when it goes on"},
	{is(audit.ErrDiffers), exitDiffers, "audit_differs", "the log was rewritten, or this program decides otherwise: move audit/ away to have it computed from the journal"},
	{is(thanatopsis.ErrDamaged), exitStorage, "testament_damaged", "restore the file from a copy; or move it away, and bardo replay DIR --testament FILE writes it again"},
	{as[*seglog.Damage], exitStorage, "damaged", "bardo verify DIR says what else is; restore the file from a copy, or of a life that goes on, move it away: the next start computes it again"},
	{is(errNotWhole), exitNotWhole, "not_whole", "what to do is said of each file"},
	{is(status.ErrNone), exitStorage, "no_life", "name the folder of a life"},
	{is(replay.ErrNoWill), exitUsage, "no_testament", "let the life end first: the same bardo live, or golem, goes on with it"},
	{is(replay.ErrDiffers), exitDiffers, "differs", "bardo verify DIR says which file; or this program decides otherwise than the one that lived this life; use the version that did"},
	{is(mortality.ErrUnfair), exitDiffers, "unfair", "do not trust this life: its dice were not those that its birth was committed to"},
	{is(records.ErrDiffers), exitDiffers, "differs", "bardo verify DIR says which file; or this program decides otherwise than the one that lived this life; use the version that did"},
	{is(why.ErrMissing), exitJournal, "cause_missing", "bardo verify DIR says what is damaged; restore the folder from a copy: an explanation with a hole is none"},
	{is(why.ErrNoTrade), exitUnknown, "unknown_id", "bardo trades DIR lists the trades, bardo ledger DIR every order"},
	{is(why.ErrNoTick), exitUnknown, "unknown_id", "bardo ticks DIR lists the ticks"},
	{is(why.ErrUnknown), exitUnknown, "unknown_id", "bardo why DIR --tick N lists the ids of a tick"},
	{is(history.ErrOccupied), exitHistory, "occupied", "choose an empty folder, or remove that file"},
	{as[*history.RowError], exitHistory, "history", "mend the line named above, or leave its minute out: missing minutes are accepted"},
	{as[*environment.MarketError], exitHistory, "history", "bardo live --help says what a history may hold; bardo worlds lists the generated ones"},
	{is(fs.ErrNotExist), exitStorage, "not_found", "check the path"},
	{is(fs.ErrPermission), exitStorage, "permission", "check who owns the path"},
}

// explain turns any error into a fault.
func explain(err error) fault {
	for _, r := range rules {
		if r.fits(err) {
			return fault{r.exit, r.code, err.Error(), r.next}
		}
	}
	return fault{exitFailed, "failed", err.Error(), ""}
}

func (f fault) print(sh *shell) {
	if sh.json {
		text, _ := json.Marshal(f) // strings and a number always encode
		fmt.Fprintf(sh.err, "%s\n", text)
		return
	}
	fmt.Fprintf(sh.err, "bardo: %s\n", f.Message)
	if f.Next != "" {
		fmt.Fprintf(sh.err, "  next: %s\n", f.Next)
	}
}
