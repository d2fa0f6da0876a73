package crawlfile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// The numbers in a damaged file may be any. What is used as an index, or stands
// for something, is checked where it is read; so is what says how much memory
// is needed. Each check costs a row a comparison at the most.

// unpackedMost is how many bytes a row may have when it is unpacked. A row of
// texts has half a megabyte and a page, which is read up to 15 MB of; one of table
// trait has 1024 titles and addresses of at most 10,000 characters.
const unpackedMost = 1 << 26

// checkSizes makes sure that a file can have as many rows as the highest numbers
// of its tables say, by which room is made: each row takes more than a byte. It
// reads no more than the end of each table.
func checkSizes(ctx context.Context, db *sql.DB) error {
	var size, addresses, results, pages, links int64
	err := scanRow(db.QueryRowContext(ctx, `SELECT page_count * page_size, (SELECT coalesce(max(id), 0) FROM address),
		(SELECT coalesce(max(seq), 0) FROM result), (SELECT coalesce(max(seq), 0) FROM page), (SELECT coalesce(max(id), 0) FROM link)
		FROM pragma_page_count, pragma_page_size`), &size, &addresses, &results, &pages, &links)
	if err != nil {
		return err
	}
	for _, last := range [...]int64{addresses, results, pages, links} {
		if last < 0 || last > size {
			return fmt.Errorf("%w: a row with the number %d in %d bytes", ErrDamaged, last, size)
		}
	}
	return nil
}

// areFacts tells whether numbers that were stored stand for what can be known of
// an address.
func areFacts(o crawler.Outcome, s crawler.Scope, k crawler.Kind) bool {
	return o <= crawler.Skipped && s <= crawler.External && k <= crawler.FileKind
}

func damagedAddress(id int64) error { return fmt.Errorf("%w: address %d", ErrDamaged, id) }

// isLink tells whether numbers that were stored stand for what a link is and
// where it stands.
func isLink(k page.LinkKind, p page.Position) bool { return k <= page.Image && p <= page.Main }

// small is a value of the driver as a number of a byte. What is none becomes one
// that stands for nothing.
func small(v driver.Value) uint8 {
	if n, ok := v.(int64); ok && n >= 0 && n < 0xff {
		return uint8(n)
	}
	return 0xff
}

// scanner is a row of database/sql.
type scanner interface{ Scan(into ...any) error }

// scanRow scans a row of a file that may be damaged: a text where a number
// belongs is damage as well.
func scanRow(row scanner, into ...any) error {
	err := row.Scan(into...)
	var failure coded
	if err == nil || errors.As(err, &failure) || errors.Is(err, sql.ErrNoRows) || errors.Is(err, errPoolClosed()) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return damaged(err)
}
