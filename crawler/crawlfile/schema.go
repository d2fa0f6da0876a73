package crawlfile

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"
)

// applicationID marks a SQLite file as a crawl file ("SWLK", the header's
// application_id).
const applicationID = 0x53574c4b

//go:embed schema/*.sql
var schemaFiles embed.FS

// migrations are the steps from one version of the schema to the next; the
// first makes version 1. A version is the header's user_version.
var migrations = mustReadMigrations(schemaFiles)

func mustReadMigrations(files fs.FS) []string {
	names, err := fs.Glob(files, "schema/*.sql")
	if err != nil || len(names) == 0 {
		panic("crawlfile: the embedded schema is missing")
	}
	slices.Sort(names)
	steps := make([]string, len(names))
	for i, name := range names {
		step, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		steps[i] = string(step)
	}
	return steps
}

// migrate brings a file of an older version to the newest, or leaves it as it was.
func migrate(c *conn, version int) error {
	if version >= len(migrations) {
		return nil
	}
	ctx := context.Background()
	return c.transaction(ctx, func() error {
		for i, step := range migrations[version:] {
			if err := c.exec(ctx, step); err != nil {
				return fmt.Errorf("schema version %d: %w", version+i+1, err)
			}
		}
		return c.exec(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(migrations)))
	})
}
