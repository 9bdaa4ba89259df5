package page

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
)

//go:embed web
var embedded embed.FS

// files are what a browser loads, by path and type.
var files = []struct{ path, name, kind string }{
	{"/", "index.html", "text/html; charset=utf-8"},
	{"/page.css", "page.css", "text/css; charset=utf-8"},
	{"/page.js", "page.js", "text/javascript; charset=utf-8"},
	{"/view.js", "view.js", "text/javascript; charset=utf-8"},
	{"/chain.js", "chain.js", "text/javascript; charset=utf-8"},
	{"/tools.js", "tools.js", "text/javascript; charset=utf-8"},
}

// Deployment is what the page is told of its devnet, as /deployment.json.
type Deployment struct {
	deploy.Book                  // no contracts: nothing was deployed
	Endpoint    string           `json:"endpoint"` // of the devnet, for people and their tools
	Accounts    []common.Address `json:"accounts"` // that may send without a key
	V4Pools     []V4Pool         `json:"v4_pools"`
}

// V4Pool is a pool of the v4 manager, which has no address of its own.
type V4Pool struct {
	Name      string         `json:"name"`
	ID        common.Hash    `json:"id"`
	Currency0 common.Address `json:"currency0"` // zero: ether
	Currency1 common.Address `json:"currency1"`
}

// Describe makes a Deployment of what the kit deployed; the book may be empty.
func Describe(book deploy.Book, endpoint string, accounts []common.Address) Deployment {
	d := Deployment{Book: book, Endpoint: endpoint, Accounts: accounts, V4Pools: []V4Pool{}}
	if _, ok := book.Find("V4StateView"); ok {
		d.V4Pools = []V4Pool{
			v4Pool("V4 plain", kit.PlainPool(book)),
			v4Pool("V4 with SwapCounter", kit.CountedPool(book)),
			v4Pool("V4 of two tokens", kit.TokenPool(book)),
		}
	}
	return d
}

func v4Pool(name string, k bind.PoolKey) V4Pool {
	return V4Pool{name, uniswap.PoolIDV4(k), k.Currency0, k.Currency1}
}

// New returns the page of a deployment. devnet answers JSON-RPC over HTTP; it is called
// in process and for requests of the page's own scripts only.
func New(d Deployment, devnet http.Handler) (http.Handler, error) {
	mux := http.NewServeMux()
	for _, f := range files {
		body, err := fs.ReadFile(embedded, "web/"+f.name)
		if err != nil {
			return nil, fmt.Errorf("page: %w", err)
		}
		path := f.path
		if path == "/" {
			path = "/{$}"
		}
		mux.Handle(path, document{f.kind, body})
	}
	names, err := allNames()
	if err != nil {
		return nil, err
	}
	for path, v := range map[string]any{"/deployment.json": d, "/names.json": names} {
		body, err := json.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("page: encode %s: %w", path, err)
		}
		mux.Handle(path, document{"application/json", body})
	}
	mux.Handle("/rpc", own{devnet})
	return guard{mux}, nil
}

// document is one answer that never changes while the page is served.
type document struct {
	kind string
	body []byte
}

func (d document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "this is only read: use GET", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Content-Type", d.kind)
	_, _ = w.Write(d.body) // whoever went away needs no answer
}
