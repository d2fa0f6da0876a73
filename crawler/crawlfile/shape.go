package crawlfile

import "context"

// ShapeDepths is how many depths a Shape tells apart: the last stands for its
// depth and all below.
const ShapeDepths = 8

// ShapeTimes are where the times of a Shape part, in milliseconds.
var ShapeTimes = [...]int64{200, 500, 1000, 3000}

// Shape tells how the pages of the site lie: those that are no images, by
// clicks from the start and by how long they took to answer.
type Shape struct {
	Depths [ShapeDepths]int         // by clicks from the start
	NoWay  int                      // pages to which no link leads
	Times  [len(ShapeTimes) + 1]int // those that answered: below the first of ShapeTimes, …, and above the last
}

// Shape counts the pages of the site. It reads all of them.
func (f *File) Shape(ctx context.Context) (Shape, error) {
	var s Shape
	rows, err := f.read.QueryContext(ctx, `SELECT min(`+depthOfAddress+`, ?), CASE WHEN r.status = 0 THEN -1
			WHEN r.took < 200000 THEN 0 WHEN r.took < 500000 THEN 1 WHEN r.took < 1000000 THEN 2 WHEN r.took < 3000000 THEN 3 ELSE 4 END, count(*)
		FROM result r JOIN address a ON a.id = r.id LEFT JOIN place l ON l.id = r.id
		WHERE r.scope = 0 AND r.kind <> 1 GROUP BY 1, 2`, ShapeDepths-1)
	if err != nil {
		return s, explain(f.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		var depth, time, n int
		if err := rows.Scan(&depth, &time, &n); err != nil {
			return s, explain(f.path, err)
		}
		if depth < 0 {
			s.NoWay += n
		} else {
			s.Depths[depth] += n
		}
		if time >= 0 {
			s.Times[time] += n
		}
	}
	return s, explain(f.path, rows.Err())
}
