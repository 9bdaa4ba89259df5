package kit

import "bardo.run/bardo/mirage/deploy"

// Lenders are the lending markets of a book, as venue.lenders of a Golem names them: the protocol,
// and what names its market there.
func Lenders(book deploy.Book) (all []string) {
	if pool, ok := book.Find("AavePool"); ok {
		all = append(all, "aave-v3 "+pool.Address.Hex())
	}
	if contract, ok := book.Find("Morpho"); ok {
		all = append(all, "morpho-blue "+contract.Address.Hex()+" "+MorphoID(MorphoMarket(book)).Hex())
	}
	return all
}
