package faculties

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"bardo.run/bardo/golem/host/extension"
	"bardo.run/bardo/wire"
)

// events lists every kind of event, and who emits it. Whatever is emitted reaches the stream of
// golem status --watch.
func events(t *testing.T, b *bytes.Buffer, c *code, e *empties) {
	from := map[string][]string{}
	c.each(func(p *packages.Package, within string, n ast.Node) {
		var made ast.Expr // a literal, or a conversion
		switch n := n.(type) {
		case *ast.CompositeLit:
			made = n
		case *ast.CallExpr:
			if p.TypesInfo.Types[n.Fun].IsType() {
				made = n
			}
		}
		if made == nil || p.PkgPath == module+"wire" {
			return
		}
		if of, is := strings.CutPrefix(named(p.TypesInfo.TypeOf(made)), "wire."); is {
			from[of] = append(from[of], strings.TrimPrefix(p.PkgPath, module))
		}
	})
	types := payloads(c)
	b.WriteString("## Events\n\nEach that is emitted reaches the readers of `/events`, `golem status --watch` among them.\n\n| Event | Emitted by |\n|---|---|\n")
	for _, typ := range wire.Types() {
		by := from[types[typ.String()]]
		if typ.HasPayload() != (len(by) > 0) {
			t.Errorf("%s has a payload: %t; emitted by %v", typ, typ.HasPayload(), by)
		}
		cell := few(by)
		if len(by) == 0 {
			cell = e.of(t, "event", typ.String())
		}
		fmt.Fprintf(b, "| `%s` | %s |\n", typ, cell)
	}
}

// payloads are the names of the payload types by the names of their events.
func payloads(c *code) map[string]string {
	all := map[string]string{}
	for _, p := range c.pkgs {
		if p.PkgPath != module+"wire" {
			continue
		}
		for _, typ := range wire.Types() {
			for _, n := range p.Types.Scope().Names() {
				plain := strings.NewReplacer(".", "", "_", "").Replace(typ.String())
				if _, is := p.Types.Scope().Lookup(n).(*types.TypeName); is && strings.EqualFold(n, plain) {
					all[typ.String()] = n
				}
			}
		}
	}
	return all
}

// signals lists the signals of CorticalState, and who writes and reads each.
func signals(t *testing.T, b *bytes.Buffer, c *code, e *empties) {
	const cortex = "golem/core/cortex"
	cells := map[string]string{} // the field of a group, by the method that touches it
	var setters []string
	c2 := &code{pkgs: c.pkgs, dead: map[string]bool{}} // a dead setter is a signal too
	c2.each(func(p *packages.Package, within string, n ast.Node) {
		method, in := strings.CutPrefix(within, cortex+".")
		if f := field(p, n); in && strings.Contains(method, ".") && strings.HasPrefix(f, cortex+".") && group(f) {
			if cells[method] = f; strings.Contains(method, "Writer.Set") && !slices.Contains(setters, method) {
				setters = append(setters, method)
			}
		}
	})
	writers, readers := map[string][]string{}, map[string][]string{}
	c.each(func(p *packages.Package, within string, n ast.Node) {
		at := strings.TrimPrefix(p.PkgPath, module)
		method, is := strings.CutPrefix(field(p, n), cortex+".")
		if !is || at == cortex {
			return
		}
		if strings.Contains(method, "Writer.Set") {
			writers[cells[method]] = append(writers[cells[method]], at)
		} else if cell := cells[method]; cell != "" {
			readers[cell] = append(readers[cell], at)
		}
	})
	b.WriteString("## Signals\n\n| Signal | Written by | Read by |\n|---|---|---|\n")
	if len(setters) != 32 {
		t.Errorf("%d signals, want 32: %v", len(setters), setters)
	}
	for _, s := range setters {
		group, set, _ := strings.Cut(s, "Writer.Set")
		writes, reads := few(writers[cells[s]]), few(readers[cells[s]])
		if writes == "" || reads == "" {
			why := e.of(t, "signal", group+"."+set)
			if reads == "" {
				reads = why
			}
			if writes == "" {
				writes = "nobody"
			}
		}
		fmt.Fprintf(b, "| %s of %s | %s | %s |\n", set, strings.ToLower(group), writes, reads)
	}
	b.WriteString("\n")
}

// group reports whether a field is a signal: one of a group of them.
func group(field string) bool {
	of := strings.Split(field, ".")
	return len(of) == 3 && slices.Contains([]string{"Mood", "Predictions", "Attention", "Market", "Vitality", "Thought", "Dream", "Pulse", "Auction"}, of[1]) && !ast.IsExported(of[2])
}

// hooks lists the extensions with the moments that they have a hook for, and the moments with
// who fires them.
func hooks(t *testing.T, b *bytes.Buffer, c *code, e *empties) {
	const at = "golem/host/extension"
	has := map[string][]string{} // moments by extension
	fired := map[string]bool{}   // by the name of the interface
	var interfaces map[string]*types.Interface
	for _, p := range c.pkgs {
		if p.PkgPath == module+"golem/agent" {
			interfaces = hookTypes(p)
		}
	}
	registered := map[string]bool{}
	c.each(func(p *packages.Package, within string, n ast.Node) {
		if sel, ok := n.(*ast.SelectorExpr); ok && strings.HasPrefix(field(p, sel), at+".Host.") && p.PkgPath != module+at {
			fired[sel.Sel.Name] = true
		}
		lit, ok := n.(*ast.CompositeLit)
		if !ok || named(p.TypesInfo.TypeOf(lit)) != at+".Extension" {
			return
		}
		row, hook := extensionIn(p, lit)
		registered[row] = true
		for moment, i := range interfaces {
			if types.Implements(hook, i) {
				has[row] = append(has[row], moment)
			}
		}
	})
	b.WriteString("## Extensions\n\n| Extension | Job | Hooks |\n|---|---|---|\n")
	by := map[string][]string{}
	for _, row := range extension.Table() {
		cell := few(has[row.Name])
		for _, m := range has[row.Name] {
			by[m] = append(by[m], row.Name)
		}
		if cell == "" {
			if cell = e.of(t, "extension", row.Name); registered[row.Name] {
				cell = "registered, for those that depend on it; " + cell
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", row.Name, row.Job, cell)
	}
	b.WriteString("\n## Hook moments\n\n| Moment | Fired | Hooks of |\n|---|---|---|\n")
	for _, m := range extension.Moments() {
		yes, cell := "no", few(by[string(m)])
		if fired[firing[m]] {
			yes = "yes"
		}
		if cell == "" || yes == "no" {
			cell = e.of(t, "moment", string(m))
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", m, yes, cell)
	}
	b.WriteString("\n")
}

// firing is the method of the host that fires a moment; the others have none yet.
var firing = map[extension.Moment]string{
	extension.Session: "FireSession", extension.BeforeAgentStart: "FireBeforeAgentStart", extension.ToolCall: "FireToolCall",
	extension.ToolExecutionStart: "FireToolStart", extension.ToolExecutionEnd: "FireToolEnd", extension.AfterTurn: "FireAfterTurn",
	extension.Steer: "FireSteer", extension.Debug: "FireDebug", extension.Error: "Failed", extension.End: "FireEnd",
}

// hookTypes are the hook interfaces by moment, as a package that imports them sees them.
func hookTypes(p *packages.Package) map[string]*types.Interface {
	all := map[string]*types.Interface{}
	for _, imported := range p.Types.Imports() {
		if imported.Path() != module+"golem/host/extension" {
			continue
		}
		for _, n := range imported.Scope().Names() {
			of, is := strings.CutSuffix(n, "Hook")
			if !is {
				continue
			}
			moment := imported.Scope().Lookup(of).(*types.Const)
			all[constant.StringVal(moment.Val())] = imported.Scope().Lookup(n).Type().Underlying().(*types.Interface)
		}
	}
	return all
}

// extensionIn is the name and the type of the hook in a literal.
func extensionIn(p *packages.Package, lit *ast.CompositeLit) (row string, hook types.Type) {
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if v := p.TypesInfo.Types[kv.Value]; v.Value != nil {
			row = constant.StringVal(v.Value)
		} else {
			hook = v.Type
		}
	}
	return row, hook
}
