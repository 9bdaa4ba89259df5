package artifact

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// Limits of a tarball, against one that unpacks without end.
const (
	maxTarball  = 64 << 20  // packed bytes
	maxUnpacked = 512 << 20 // all entries together
	maxFile     = 16 << 20  // one kept file
)

// Reasons for which a tarball is refused.
var (
	ErrHash    = errors.New("hash differs from the lock")
	ErrAbsent  = errors.New("the package does not hold the file")
	ErrHostile = errors.New("the tarball is malformed or hostile")
)

// extract checks an npm tarball against the lock and returns the files to keep,
// by name. Nothing is unpacked before its hash is right, and nothing is ever
// written under a name that the tarball chose. Compilers are looked for in dir.
func extract(p Package, tarball []byte, dir string) (map[string][]byte, error) {
	want, err := p.sum()
	if err != nil {
		return nil, err
	}
	if got := sha512.Sum512(tarball); subtle.ConstantTimeCompare(got[:], want) != 1 {
		return nil, fmt.Errorf("%s@%s: tarball: %w", p.Name, p.Version, ErrHash)
	}
	sources, err := unpack(p, tarball)
	if err != nil {
		return nil, fmt.Errorf("%s@%s: %w", p.Name, p.Version, err)
	}
	files := make(map[string][]byte, len(p.Keep))
	for _, k := range p.Keep {
		for _, name := range k.reads() {
			if _, ok := sources[name]; !ok {
				return nil, fmt.Errorf("%s@%s: %s: %w", p.Name, p.Version, name, ErrAbsent)
			}
		}
		out, err := convert(p, k, sources, dir)
		if err != nil {
			return nil, fmt.Errorf("%s@%s: %s: %w", p.Name, p.Version, k.Path, err)
		}
		if sum := fileSum(out); sum != k.SHA256 {
			return nil, fmt.Errorf("%s@%s: %s: sha256 %s: %w", p.Name, p.Version, k.File, sum, ErrHash)
		}
		files[k.File] = out
	}
	return files, nil
}

// unpack reads the wanted paths out of a tarball. An npm tarball has one top
// folder; every entry must lie inside it.
func unpack(p Package, tarball []byte) (map[string][]byte, error) {
	gz, err := gzip.NewReader(bytes.NewReader(tarball))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrHostile, err)
	}
	limited := &io.LimitedReader{R: gz, N: maxUnpacked}
	archive := tar.NewReader(limited)
	found := map[string][]byte{}
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) && limited.N > 0 {
			return found, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrHostile, err)
		}
		if err := accept(p, h, archive, found); err != nil {
			return nil, err
		}
	}
}

func accept(p Package, h *tar.Header, r io.Reader, found map[string][]byte) error {
	name := path.Clean(h.Name)
	if !filepath.IsLocal(h.Name) || name != strings.TrimSuffix(h.Name, "/") || strings.Contains(h.Name, `\`) {
		return fmt.Errorf("%w: entry %q", ErrHostile, h.Name)
	}
	_, inside, ok := strings.Cut(name, "/")
	if !ok || !slices.ContainsFunc(p.Keep, func(k Keep) bool { return slices.Contains(k.reads(), inside) }) {
		return nil
	}
	if h.Typeflag != tar.TypeReg || h.Size > maxFile {
		return fmt.Errorf("%w: %s is not a plain file of at most %d bytes", ErrHostile, name, maxFile)
	}
	if _, twice := found[inside]; twice {
		return fmt.Errorf("%w: %s occurs twice", ErrHostile, name)
	}
	body, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrHostile, name, err)
	}
	found[inside] = body
	return nil
}

// reads lists the package's files that a kept file is made of.
func (k Keep) reads() []string { return append([]string{k.Path}, k.Sources...) }

// convert makes the kept file out of the package's files.
func convert(p Package, k Keep, sources map[string][]byte, dir string) ([]byte, error) {
	src := sources[k.Path]
	if k.Kind == KindCopy {
		return src, nil
	}
	c := Contract{Name: strings.TrimSuffix(k.File, ".json"), Package: p.Name, Version: p.Version, Licence: cmp.Or(k.Licence, p.Licence)}
	if k.Kind == KindSolidity {
		var err error
		if src, err = compile(k, sources, dir); err != nil {
			return nil, err
		}
	}
	if k.Kind == KindJSON || k.Kind == KindSolidity {
		if err := c.fromCompiler(src); err != nil {
			return nil, err
		}
		return encode(c)
	}
	code, err := capture(k.Pattern, src)
	if err != nil {
		return nil, err
	}
	if k.Kind == KindRuntime {
		c.Runtime = code
	} else {
		c.Creation = code
	}
	return encode(c)
}

func encode(c Contract) ([]byte, error) {
	out, err := json.MarshalIndent(c, "", " ")
	return append(out, '\n'), err
}

func capture(pattern string, src []byte) ([]byte, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	all := re.FindAllSubmatch(src, 2)
	if len(all) != 1 {
		return nil, fmt.Errorf("pattern %q matches %d times, not once", pattern, len(all))
	}
	code := make([]byte, hex.DecodedLen(len(all[0][1])))
	_, err = hex.Decode(code, all[0][1])
	return code, err
}

// compilerJSON is what Hardhat, Waffle and Foundry write; Waffle leaves the links out,
// Foundry puts them inside the code's object.
type compilerJSON struct {
	ABI      json.RawMessage `json:"abi"`
	Bytecode bytecode        `json:"bytecode"`
	Links    references      `json:"linkReferences"`
}

// references are the links by source file and library.
type references map[string]map[string][]struct {
	Start  int `json:"start"`
	Length int `json:"length"`
}

// bytecode is hex, or an object that holds it.
type bytecode struct {
	Object string     `json:"object"`
	Links  references `json:"linkReferences"`
}

// UnmarshalJSON takes both forms.
func (b *bytecode) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, &b.Object)
	}
	type plain bytecode
	return json.Unmarshal(text, (*plain)(b))
}

func (c *Contract) fromCompiler(src []byte) error {
	var in compilerJSON
	if err := json.Unmarshal(src, &in); err != nil {
		return err
	}
	text := []byte(strings.TrimPrefix(in.Bytecode.Object, "0x"))
	if in.Links == nil {
		in.Links = in.Bytecode.Links
	}
	for _, libraries := range in.Links {
		for library, at := range libraries {
			l := Link{Library: library}
			for _, a := range at {
				if a.Length != common.AddressLength || a.Start < 0 || 2*(a.Start+a.Length) > len(text) {
					return fmt.Errorf("link of %s at %d lies outside the code", library, a.Start)
				}
				copy(text[2*a.Start:], strings.Repeat("0", 2*a.Length))
				l.Offsets = append(l.Offsets, a.Start)
			}
			c.Links = append(c.Links, l)
		}
	}
	slices.SortFunc(c.Links, func(a, b Link) int { return strings.Compare(a.Library, b.Library) })
	code, err := hex.DecodeString(string(text))
	if err != nil || len(code) == 0 {
		return fmt.Errorf("creation code of %d hex digits is not code", len(text))
	}
	c.Creation = code
	var compact bytes.Buffer
	if err := json.Compact(&compact, in.ABI); err != nil {
		return fmt.Errorf("abi: %w", err)
	}
	c.ABI = compact.Bytes()
	return nil
}
