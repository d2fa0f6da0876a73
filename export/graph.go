package export

import (
	"context"
	"io"
	"strconv"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

// graphDialect writes a link graph piece by piece.
type graphDialect struct {
	head, between, foot string
	node                func(b []byte, e *crawlfile.Entry) []byte
	edge                func(b []byte, number, from, to int64) []byte
}

// graphAs makes the writer of the link graph: a node for each chosen page or
// file of the site, an edge for each pair of them that a link or a redirect joins.
func graphAs(d graphDialect) writer {
	return func(ctx context.Context, j *job, out io.Writer) error {
		g := &graphWriter{dialect: d, out: out, nodes: map[int64]struct{}{}, seen: map[int64]bool{}}
		if _, err := io.WriteString(out, d.head); err != nil {
			return err
		}
		if err := eachEntry(ctx, j.part(0, 0.3), g.addNode); err != nil {
			return err
		}
		if _, err := io.WriteString(out, d.between); err != nil {
			return err
		}
		for _, r := range g.redirects {
			if err := g.addEdge(r[0], r[1]); err != nil {
				return err
			}
		}
		edges := *j.part(0.3, 1)
		edges.choice = Choice{} // both ends are looked at below
		err := edges.eachLink(ctx, func(r *crawlfile.Reference) error {
			if r.Kind != page.Anchor && r.Kind != page.Frame && r.Kind != page.Refresh {
				return nil
			}
			if r.PageID != g.page {
				g.page = r.PageID
				clear(g.seen)
			}
			if g.seen[r.Target] {
				return nil
			}
			g.seen[r.Target] = true
			return g.addEdge(r.PageID, r.Target)
		})
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, d.foot)
		return err
	}
}

type graphWriter struct {
	dialect   graphDialect
	out       io.Writer
	nodes     map[int64]struct{}
	redirects [][2]int64
	page      int64          // whose links are written
	seen      map[int64]bool // targets of the page
	edges     int64
	buffer    []byte
}

func (g *graphWriter) addNode(e *crawlfile.Entry) error {
	if e.Scope != crawler.Internal || e.Kind == crawler.ImageKind {
		return nil
	}
	g.nodes[e.ID] = struct{}{}
	if e.RedirectID != 0 {
		g.redirects = append(g.redirects, [2]int64{e.ID, e.RedirectID})
	}
	g.buffer = g.dialect.node(g.buffer[:0], e)
	_, err := g.out.Write(g.buffer)
	return err
}

func (g *graphWriter) addEdge(from, to int64) error {
	if _, known := g.nodes[from]; !known {
		return nil
	}
	if _, known := g.nodes[to]; !known {
		return nil
	}
	g.edges++
	g.buffer = g.dialect.edge(g.buffer[:0], g.edges, from, to)
	_, err := g.out.Write(g.buffer)
	return err
}

const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// graphML is GraphML 1.0 (graphml.graphdrawing.org).
var graphML = graphDialect{
	head: xmlHead + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="url" for="node" attr.name="url" attr.type="string"/>
<key id="label" for="node" attr.name="label" attr.type="string"/>
<key id="outcome" for="node" attr.name="outcome" attr.type="string"/>
<key id="status" for="node" attr.name="status" attr.type="int"/>
<key id="depth" for="node" attr.name="depth" attr.type="int"/>
<graph edgedefault="directed">
`,
	foot: "</graph>\n</graphml>\n",
	node: func(b []byte, e *crawlfile.Entry) []byte {
		b = strconv.AppendInt(append(b, `<node id="n`...), e.ID, 10)
		b = append(appendXML(append(b, `"><data key="url">`...), e.URL), `</data><data key="label">`...)
		b = append(appendXML(b, nodeLabel(e)), `</data><data key="outcome">`...)
		b = append(append(b, e.Outcome.String()...), `</data><data key="status">`...)
		b = append(strconv.AppendInt(b, int64(e.Status), 10), `</data><data key="depth">`...)
		return append(strconv.AppendInt(b, int64(e.Depth), 10), "</data></node>\n"...)
	},
	edge: func(b []byte, _, from, to int64) []byte {
		b = strconv.AppendInt(append(b, `<edge source="n`...), from, 10)
		return append(strconv.AppendInt(append(b, `" target="n`...), to, 10), "\"/>\n"...)
	},
}

// gexf is GEXF 1.3 (gexf.net), which Gephi reads.
var gexf = graphDialect{
	head: xmlHead + `<gexf xmlns="http://gexf.net/1.3" version="1.3">
<graph defaultedgetype="directed">
<attributes class="node"><attribute id="url" title="url" type="string"/><attribute id="outcome" title="outcome" type="string"/>` +
		`<attribute id="status" title="status" type="integer"/><attribute id="depth" title="depth" type="integer"/></attributes>
<nodes>
`,
	between: "</nodes>\n<edges>\n",
	foot:    "</edges>\n</graph>\n</gexf>\n",
	node: func(b []byte, e *crawlfile.Entry) []byte {
		b = strconv.AppendInt(append(b, `<node id="`...), e.ID, 10)
		b = append(appendXML(append(b, `" label="`...), nodeLabel(e)), `"><attvalues><attvalue for="url" value="`...)
		b = append(appendXML(b, e.URL), `"/><attvalue for="outcome" value="`...)
		b = append(append(b, e.Outcome.String()...), `"/><attvalue for="status" value="`...)
		b = append(strconv.AppendInt(b, int64(e.Status), 10), `"/><attvalue for="depth" value="`...)
		return append(strconv.AppendInt(b, int64(e.Depth), 10), "\"/></attvalues></node>\n"...)
	},
	edge: func(b []byte, number, from, to int64) []byte {
		b = strconv.AppendInt(append(b, `<edge id="`...), number, 10)
		b = strconv.AppendInt(append(b, `" source="`...), from, 10)
		return append(strconv.AppendInt(append(b, `" target="`...), to, 10), "\"/>\n"...)
	},
}

// nodeLabel is what a graph shows of a page.
func nodeLabel(e *crawlfile.Entry) string {
	if e.Title != "" {
		return e.Title
	}
	return e.URL
}
