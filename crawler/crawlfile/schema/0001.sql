-- Version 1.

-- What the crawl says about itself: crawl (JSON), counts (JSON), finished (1).
CREATE TABLE meta (
	key   TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;

-- Every address, as it was first discovered. A waiting address has neither a
-- result nor a reason in skipped.
CREATE TABLE address (
	id         INTEGER PRIMARY KEY, -- from 1, in order of discovery
	scope      INTEGER NOT NULL,    -- 0 internal, 1 external
	kind       INTEGER NOT NULL,    -- 0 page, 1 image, 2 file: what its place lets expect
	depth      INTEGER NOT NULL,    -- clicks from the start on the way it was discovered
	found_on   INTEGER,             -- address.id
	hops       INTEGER NOT NULL,    -- redirects in a row that led here
	in_sitemap INTEGER NOT NULL,
	skipped    TEXT,                -- reason
	url        TEXT NOT NULL
);

-- Every answer or failure, in the order they were saved.
CREATE TABLE result (
	seq      INTEGER PRIMARY KEY,
	id       INTEGER NOT NULL, -- address.id
	scope    INTEGER NOT NULL,
	kind     INTEGER NOT NULL, -- what it turned out to be
	outcome  INTEGER NOT NULL, -- 1 works, 2 moved, 3 broken, 4 unchecked
	status   INTEGER NOT NULL, -- 0 when there was no answer
	took     INTEGER NOT NULL, -- microseconds
	size     INTEGER NOT NULL, -- bytes
	no_title INTEGER NOT NULL, -- a page of the site that works and has no title
	redirect INTEGER           -- address.id of the target
);
CREATE UNIQUE INDEX result_id ON result (id);
CREATE INDEX result_redirect ON result (redirect, seq) WHERE redirect IS NOT NULL;

-- The texts of an answer. Empty ones are NULL.
CREATE TABLE page (
	seq              INTEGER PRIMARY KEY, -- result.seq
	at               INTEGER NOT NULL,    -- Unix time in milliseconds
	error_kind       TEXT,
	error            TEXT,
	content_type     TEXT,
	charset          TEXT,
	title            TEXT,
	h1               TEXT,
	first_paragraph  TEXT,
	meta_description TEXT,
	canonical,                            -- 1 when it is the page's own address
	meta_robots      TEXT,
	lang             TEXT,
	redirect_to      TEXT,
	links            TEXT                 -- JSON array, in document order: link.id, or a link written out as
	                                      -- [address.id, 8 * kind + position, text, rel, fragment, spelling]
);

-- Every link that was met three times, or twice in older files. (The memory for those met is bounded: now and then one
-- has two rows, or none.)
CREATE TABLE link (
	id       INTEGER PRIMARY KEY,
	target   INTEGER NOT NULL, -- address.id
	kind     INTEGER NOT NULL, -- 0 anchor, 1 frame, 2 canonical, 3 next, 4 prev, 5 alternate, 6 refresh, 7 image
	position INTEGER NOT NULL, -- 0 body, 1 head, 2 nav, 3 header, 4 footer, 5 aside, 6 main
	text     TEXT,
	rel      TEXT,
	fragment TEXT,
	spelling TEXT              -- the address as the link spells it, where that differs from address.url
);

-- Computed when the crawl ends, empty otherwise: the true place of those addresses that were discovered in another.
CREATE TABLE place (
	id       INTEGER PRIMARY KEY, -- address.id
	depth    INTEGER,             -- fewest clicks from the start; NULL when no way leads there
	found_on INTEGER              -- address.id
);

-- Computed when the crawl ends: the pages with links to an address. One whose only link is on the page where it was
-- found has no row.
CREATE TABLE inlink (
	target INTEGER PRIMARY KEY, -- address.id
	total  INTEGER NOT NULL,    -- links, repeats counted
	pages  BLOB NOT NULL        -- result.seq of the pages, rising; varints of the differences
);

-- Computed when the crawl ends: all address.id in the order of a column of the
-- list, as 32-bit little-endian numbers.
CREATE TABLE ordering (
	name TEXT PRIMARY KEY, -- url, title, status, ms, size, depth
	ids  BLOB NOT NULL
);

-- Computed when the crawl ends: what the list's filters look at, for 1024
-- addresses a row.
CREATE TABLE trait (
	first INTEGER PRIMARY KEY, -- the first address.id of the row
	bits  BLOB NOT NULL,       -- a byte for each: outcome, 3 bits; kind, 2; scope, 1; no_title, 1; in use, 1
	texts BLOB NOT NULL        -- zstd; a line for each: title, NUL, address, NUL, address as people read it, all in small letters
);

-- One row for each address that was asked for.
CREATE VIEW pages AS
SELECT r.id, a.url,
	CASE r.outcome WHEN 1 THEN 'works' WHEN 2 THEN 'moved' WHEN 3 THEN 'broken' ELSE 'unchecked' END AS outcome,
	r.status, p.error_kind, p.error,
	CASE r.scope WHEN 0 THEN 'internal' ELSE 'external' END AS scope,
	CASE r.kind WHEN 0 THEN 'page' WHEN 1 THEN 'image' ELSE 'file' END AS kind,
	p.content_type, p.charset, r.size, r.took / 1000 AS ms,
	strftime('%Y-%m-%dT%H:%M:%fZ', p.at / 1000.0, 'unixepoch') AS at,
	p.title, p.h1, p.first_paragraph, p.meta_description,
	CASE WHEN p.canonical = 1 THEN a.url ELSE p.canonical END AS canonical,
	p.meta_robots, p.lang, p.redirect_to,
	CASE WHEN l.id IS NULL THEN a.depth ELSE l.depth END AS depth,
	f.url AS found_on, a.in_sitemap
FROM result r
JOIN page p ON p.seq = r.seq
JOIN address a ON a.id = r.id
LEFT JOIN place l ON l.id = r.id
LEFT JOIN address f ON f.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END;

-- One row for each link of each page, in document order.
CREATE VIEW links AS
SELECT page_id, page, number, target_id, coalesce(w.spelling, t.url) AS target, w.fragment,
	CASE w.kind WHEN 0 THEN 'anchor' WHEN 1 THEN 'frame' WHEN 2 THEN 'canonical' WHEN 3 THEN 'next'
		WHEN 4 THEN 'prev' WHEN 5 THEN 'alternate' WHEN 6 THEN 'refresh' ELSE 'image' END AS kind,
	CASE w.position WHEN 0 THEN 'body' WHEN 1 THEN 'head' WHEN 2 THEN 'nav' WHEN 3 THEN 'header'
		WHEN 4 THEN 'footer' WHEN 5 THEN 'aside' ELSE 'main' END AS position,
	w.text, w.rel
FROM (
	SELECT r.id AS page_id, s.url AS page, j.key AS number,
		CASE j.type WHEN 'integer' THEN l.target ELSE json_extract(j.value, '$[0]') END AS target_id,
		CASE j.type WHEN 'integer' THEN l.kind ELSE json_extract(j.value, '$[1]') / 8 END AS kind,
		CASE j.type WHEN 'integer' THEN l.position ELSE json_extract(j.value, '$[1]') % 8 END AS position,
		CASE j.type WHEN 'integer' THEN l.text ELSE nullif(json_extract(j.value, '$[2]'), '') END AS text,
		CASE j.type WHEN 'integer' THEN l.rel ELSE nullif(json_extract(j.value, '$[3]'), '') END AS rel,
		CASE j.type WHEN 'integer' THEN l.fragment ELSE nullif(json_extract(j.value, '$[4]'), '') END AS fragment,
		CASE j.type WHEN 'integer' THEN l.spelling ELSE nullif(json_extract(j.value, '$[5]'), '') END AS spelling
	FROM result r
	JOIN page p ON p.seq = r.seq
	JOIN address s ON s.id = r.id
	JOIN json_each(p.links) j
	LEFT JOIN link l ON j.type = 'integer' AND l.id = j.value
) w
JOIN address t ON t.id = w.target_id;
