package crawlfile

import "context"

// storeOrderings writes table ordering.
func (g *graph) storeOrderings(ctx context.Context, progress func(float64)) error { return nil }
