package export

import (
	"context"
	"encoding/json"
	"io"

	"sitewalk/crawler/crawlfile"
)

// writeJSONLines writes each address that was asked for as a line of JSON, with
// the keys that it has in the contract's "pages".
func writeJSONLines(ctx context.Context, j *job, out io.Writer) error {
	coder := json.NewEncoder(out)
	coder.SetEscapeHTML(false)
	return eachEntry(ctx, j, func(e *crawlfile.Entry) error { return coder.Encode(pageOf(e)) })
}
