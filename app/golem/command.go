package golem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"gopkg.in/natefinch/lumberjack.v2"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/surface/vitals"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/logline"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/internal/version"
)

// flags are the command line of a life (runtime §3 step 0).
type flags struct {
	config, dir string
	paper       bool
	fault       seglog.Fault // the seams of crash tests
	sites       site.Hook
	patience    int64         // with a receipt, in milliseconds; 0: chain §8's. A seam of tests
	poll        int64         // between two looks for a receipt; as patience
	clock       clock.Clock   // the machine's; a seam of tests
	forge       custody.Forge // of new keystores; nil: as hard to guess as can be. A seam of tests
	host        string        // Unix socket that the process serves for its host; empty: it has none
	given       *os.File      // what the host hands over on; nil: descriptor 3. A seam of tests
}

// seams are the flags that tests set.
func (f flags) seams() seams {
	return seams{
		fault: f.fault, sites: f.sites, patience: cmp.Or(f.patience, patience), poll: cmp.Or(f.poll, poll),
		clock: cmp.Or[clock.Clock](f.clock, clock.System{}), forge: f.forge,
	}
}

// newRoot returns the command: without a verb it lives.
func newRoot(out, errOut io.Writer) *cobra.Command {
	var f flags
	root := &cobra.Command{
		Use:   "golem --config golem.toml",
		Short: "Live one Golem against a JSON-RPC endpoint until it dies or is told to stop",
		Long: `golem lives one Golem in real time. It resumes the life in its folder, or
begins one. SIGTERM ends the process within 30 s and the next start goes on; a
file named killswitch in the folder stops it at once. golem kill ends the life.

Secrets come from the environment: GOLEM_PRIVATE_KEY, or
GOLEM_KEYSTORE_PASSPHRASE for custody.localkey.private_key_path; PRIVY_APP_SECRET and
PRIVY_AUTHORIZATION_KEY where golem.custody_mode is "embedded". Under a grant the
Golem replaces its key in time (custody.rotation): it keeps new ones in keys in its
folder, under the same passphrase, and says which the owner has to grant to.

With --host a machine starts it for somebody: it answers on that Unix socket, waits for
settings, strategy, grant, secrets and paid time as one JSON text on descriptor 3, and
then lives until that time is over. What is left of it the host says at POST /paid.`,
		Example:      "  golem --config golem.toml --paper",
		SilenceUsage: true, SilenceErrors: true, Args: noArgs, Version: version.Full(),
		RunE: func(c *cobra.Command, _ []string) error {
			if f.host != "" {
				return liveHosted(c.Context(), f, out, errOut)
			}
			return live(c.Context(), f, out, errOut)
		},
	}
	root.Flags().StringVar(&f.config, "config", os.Getenv("BARDO_CONFIG"), "the Golem's golem.toml; BARDO_CONFIG names it too")
	root.Flags().StringVar(&f.dir, "data-dir", "", "the Golem's folder (default: the folder of --config)")
	root.Flags().BoolVar(&f.paper, "paper", false, "preview and record, never send")
	root.Flags().StringVar(&f.host, "host", "", "Unix socket to answer the host of this Golem on")
	root.SetOut(out)
	root.SetErr(errOut)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return errors.Join(errUsage, err) })
	v := &voice{out: out}
	root.AddCommand(v.asked(newReplay(v, errOut), newKill(v), newHalt(v), newResume(v), newSteer(v), newFeed(v), newExtend(v), newDestroy(v), newReflect(v, errOut), newAudit(v), newKey(v, errOut), newInit(v, errOut))...)
	root.AddCommand(newStatus(out), newPolicy(out, errOut), newDoctor(out, errOut))
	return root
}

func noArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: unknown command %q; see golem --help", errUsage, args[0])
	}
	return nil
}

// live loads the configuration, takes the folder and lives in it.
func live(ctx context.Context, f flags, out, errOut io.Writer) error {
	if f.config == "" {
		return fmt.Errorf("%w: golem --config golem.toml", errUsage)
	}
	undumpable(errOut)
	c, err := load(f.config)
	if err != nil {
		return err
	}
	if f.dir == "" {
		f.dir = filepath.Dir(f.config)
	}
	h, err := home.Open(f.dir)
	if err != nil {
		return err
	}
	defer h.Close()
	return begin(ctx, &life{config: c, paper: f.paper, home: h, out: out, path: f.config, pulse: vitals.NewPulse(clock.System{}), seams: f.seams()}, errOut)
}

// begin lives by settings that are known, in a folder that was taken.
func begin(ctx context.Context, l *life, errOut io.Writer) error {
	log, file := logger(l.config.Log, l.home, errOut)
	defer file.Close()
	for _, warning := range l.config.Warnings() {
		log.Warn(warning)
	}
	l.log = log
	r, err := l.run(ctx)
	if err == nil {
		farewell(l.out, l.home.Dir(), r.Cause)
	}
	return err
}

// undumpable keeps a secret that is about to be read out of core files, and out of what other
// processes may read of this one; where the system does not allow that, it says so. What Go
// copies of a key on its heap is not ours to wipe.
func undumpable(errOut io.Writer) {
	if err := secret.Undumpable(); err != nil {
		fmt.Fprintln(errOut, "golem: the system may write core files of this process, which hold its key:", err)
	}
}

// load reads the configuration and takes its secrets out of the environment.
func load(path string) (config.GolemConfig, error) {
	o := conf.Options{Env: os.LookupEnv}
	if err := errors.Join(home.Unshared(path), o.ReadFile(path)); err != nil {
		return config.GolemConfig{}, err
	}
	c, err := config.Load(o)
	for _, name := range config.SecretVariables() {
		err = errors.Join(err, os.Unsetenv(name))
	}
	if err != nil {
		return c, err
	}
	return c, required(c)
}

// errIncomplete names keys that a life on history does without.
var errIncomplete = errors.New("a life against an endpoint needs more keys")

// errAsset is an asset that is named by no address.
var errAsset = errors.New("an asset is named by its address")

// required reports every key that is missing, at once.
func required(c config.GolemConfig) error {
	var missing []error
	keys := []struct{ key, value string }{
		{"chain.rpc_url", c.Chain.RPCURL},
		{"venue.pool", c.Venue.Pool},
		{"venue.quote", c.Venue.Quote},
		{"venue.router", c.Venue.Router},
		{"venue.position_manager", c.Venue.PositionManager},
	}
	if len(c.Golem.Markets) == 0 && c.Venue.Pool == "" {
		keys = keys[:1]
		missing = append(missing, fmt.Errorf("%w: golem.markets names no market: golem init writes a file that does", errIncomplete))
	}
	for _, k := range keys {
		if k.value == "" {
			missing = append(missing, fmt.Errorf("%w: %s is not set", errIncomplete, k.key))
		}
	}
	_, err := c.Approved()
	if err != nil {
		err = fmt.Errorf("%w: %w", errAsset, err)
	}
	return errors.Join(append(missing, err, fund(c))...)
}

// logger writes JSON lines to a file in the folder that is closed when it is full,
// and warnings to the terminal too.
func logger(c config.Log, h *home.Home, errOut io.Writer) (*slog.Logger, io.Closer) {
	path := c.Path
	if !filepath.IsAbs(path) {
		path = h.Path(path)
	}
	file := &lumberjack.Logger{Filename: path, MaxSize: int(c.MaxFileSizeMB), MaxBackups: int(c.MaxFiles)}
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Level)); err != nil {
		level = slog.LevelInfo
	}
	toFile := slog.NewJSONHandler(logline.Writer(file), &slog.HandlerOptions{Level: level})
	toPerson := slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: slog.LevelWarn})
	return slog.New(slog.NewMultiHandler(toFile, toPerson)), file
}
