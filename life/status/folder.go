package status

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/owner"
	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// answers is how many answers to letters a Status has.
const answers = 5

// ErrNone says that no life was begun in a folder.
var ErrNone = errors.New("no life was begun here")

// Folder is the folder of a life, for one look or for many. It belongs to one goroutine.
type Folder struct {
	dir    string
	born   agent.Boot
	fold   *fold
	pulled bool // the kill switch is there
	edits  edits
	played bool // bardo live plays it on a history, in that history's time
}

// Open opens the folder of a life. It takes no lock and changes nothing. A folder without a
// life is ErrNone, one of another version of the program version.ErrOther.
func Open(dir string) (*Folder, error) {
	journals := filepath.Join(dir, home.JournalDir)
	if _, err := os.Stat(journals); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s; name the folder that holds the Golem's journal", ErrNone, dir)
	}
	born, err := agent.BirthIn(journals)
	if errors.Is(err, journal.ErrEnd) {
		err = fmt.Errorf("%w: %s is empty", ErrNone, journals)
	}
	if err != nil {
		return nil, err
	}
	_, err = os.Stat(filepath.Join(dir, home.LifeFile))
	return &Folder{dir: dir, born: born, fold: newFold(), edits: edits{limits: born.Policy}, played: err == nil}, nil
}

// Look reads how the Golem stands at a time of the machine, in unix milliseconds.
func (f *Folder) Look(now int64) (Status, error) {
	if err := f.follow(); err != nil {
		return Status{}, err
	}
	if f.played && f.fold.last != nil {
		now = f.fold.last.Time
	}
	if err := f.edits.follow(f.dir, f.born.Strategy.Policy); err != nil {
		return Status{}, fmt.Errorf("read the journal: %w", err)
	}
	damaged := recheck(f)
	books, err := ledger.Read(filepath.Join(f.dir, home.LedgerDir))
	if err != nil {
		return Status{}, fmt.Errorf("read the books: %w", err)
	}
	defer books.Close()
	f.pulled = killswitch.Pulled(filepath.Join(f.dir, killswitch.File))
	s := Status{
		Now: now, Golem: f.golem(), Process: f.process(), Seen: f.fold.newest(), Result: f.fold.result(), Foreseen: f.fold.predicted(), Holdings: f.fold.holdings(),
		Orders: f.fold.counts(), Decisions: f.fold.decisions(), Bounds: f.fold.bounds(books), Words: f.words(), Clocks: f.clocks(books, now),
	}
	s.Process.Journal, s.played = damaged, f.played
	if s.Process.State == StateDead {
		s.Clocks.Phase, s.Clocks.Vitality, s.Clocks.TimeLeft = StateDead, 0, nil
	}
	s.Result.Beside(beside(books))
	f.heed(&s.Bounds)
	s.Bounds.Paused = f.paused()
	s.Waits = f.waits(s)
	s.Findings = f.judge(s)
	return s, nil
}

// follow reads on. A process that starts in that moment may cut off what a crash left behind
// its journal: then all is read again, once.
func (f *Folder) follow() error {
	err := f.fold.follow(f.dir)
	if err == nil {
		return nil
	}
	f.fold = newFold()
	if err = f.fold.follow(f.dir); err != nil {
		err = fmt.Errorf("read the records: %w", err)
	}
	return err
}

func (f *Folder) golem() Golem {
	id := f.born.Identity
	account := f.born.Venue.Account
	if account == (common.Address{}) {
		account = id.Wallet
	}
	return Golem{ID: id.GolemID, Name: id.Name, Wallet: id.Wallet.Hex(), Account: account.Hex(), ChainID: id.ChainID, Paper: f.paper(), Born: f.born.Birth.Start}
}

// paper reports whether nothing is sent: as the Golem was born, or as its owner said since.
func (f *Folder) paper() bool {
	if !f.born.Policy.Paper {
		return false // and no word makes it so
	}
	now, _ := agent.InForce(f.dir, f.born.Policy) // one that is being written may end in half an entry
	return now.Paper
}

// process is who lives there. A manifest is a few ticks old at most, and only says whether the
// Golem dies.
func (f *Folder) process() Process {
	p := Process{Running: home.Lives(f.dir), State: StateStopped}
	if holder, err := home.HolderIn(f.dir); err == nil {
		p.Holder = holder.Who
		if p.Running {
			p.Serves = holder.Serves
		}
	}
	m, damaged, err := home.Look(f.dir)
	if damaged != nil {
		p.Damaged = damaged.Error()
	}
	known := err == nil
	_, gone := os.Stat(home.Paper(f.dir, home.TombstoneFile))
	switch {
	case gone == nil || known && m.State == string(lifecycle.StateDead):
		p.State, p.Cause = StateDead, m.Cause
	case known && m.State == string(lifecycle.StateTerminal) && p.Running:
		p.State, p.Cause = StateDying, m.Cause
	case p.Running && f.fold.ticks == 0:
		p.State = StateStarting
	case p.Running:
		p.State = StateActive
	case known && m.State == string(lifecycle.StateTerminal):
		p.Cause = m.Cause
	}
	return p
}

// heed takes in a halt that the Golem heard and that no record tells of yet.
func (f *Folder) heed(b *Bounds) {
	if f.fold.last == nil {
		return
	}
	for _, h := range owner.Heard(filepath.Join(f.dir, home.WordsDir), answers) {
		if h.Answer.Tick <= f.fold.last.Tick {
			return
		}
		w, is := h.Letter.Word.(owner.Halt)
		if !is || h.Answer.Status != owner.Accepted {
			continue
		}
		standing := f.fold.last.Standing
		if level, err := w.Parse(); err == nil {
			standing.Halt = level
			b.Halt, b.Opens = level.String(), standing.Opens()
		}
		return
	}
}

// paused is the newest steer that the Golem heard about entries, where it paused them.
func (f *Folder) paused() string {
	for _, h := range owner.Heard(filepath.Join(f.dir, home.WordsDir), math.MaxInt) {
		w, is := h.Letter.Word.(owner.Steer)
		if !is || h.Answer.Status != owner.Accepted {
			continue
		}
		if paused, says := play.Pauses(w.Text); paused {
			return fmt.Sprintf("%s, heard after tick %d", w.Text, h.Answer.Tick)
		} else if says {
			break
		}
	}
	return ""
}

// spoken is what a steer says.
func spoken(w owner.Word) string {
	s, _ := w.(owner.Steer)
	return s.Text
}

func (f *Folder) words() Words {
	dir := filepath.Join(f.dir, home.WordsDir)
	w := Words{Waiting: []Letter{}, Answered: []Letter{}}
	for _, l := range owner.Waiting(dir) {
		w.Waiting = append(w.Waiting, Letter{ID: l.ID, Kind: l.Kind(), Text: spoken(l.Word), At: l.At, Expires: l.Expires})
	}
	for _, h := range owner.Heard(dir, answers) {
		w.Answered = append(w.Answered, Letter{
			ID: h.Letter.ID, Kind: h.Letter.Kind(), Text: spoken(h.Letter.Word), At: h.Letter.At, Expires: h.Letter.Expires,
			Status: string(h.Answer.Status), Reason: h.Answer.Reason, Tick: h.Answer.Tick, Heard: h.Answer.At,
		})
	}
	return w
}

// beside is what the books charged beside the chain.
func beside(books *double.Ledger) (time, thinking money.USDC) {
	of := func(account string) money.USDC { return money.USDC(books.Balance(account, ledger.Credit).Int64()) }
	return of(ledger.Compute), of(ledger.Inference) + of(ledger.Data)
}
