package main

import "context"

const artifactsRead = "BARDO_MUTANT_READ"

func chain(context.Context, options) ([]*subject, string, func(), error) {
	return nil, "", func() {}, nil
}
