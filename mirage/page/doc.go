// Package page is the web page of a development environment: blocks, transactions,
// balances, pools and contracts of one devnet, the cheats that a developer reaches for,
// and what-ifs to run (spec: mirage-testing §12.4).
//
// It owns the page's files, what it is told about the deployment, the names of methods
// and events, and the one way from the page to the devnet. It promises that only a page
// of its own, on the loopback interface, gets through to the devnet, that nothing is
// loaded from anywhere else, and that no text of a chain becomes markup. It never
// reaches another address than its devnet and decides nothing.
//
// The scripts are plain modules, without a framework or a build step. The devnet is reached
// through the page's own server and not on its own port, so that the content policy needs no
// more than 'self'.
package page
