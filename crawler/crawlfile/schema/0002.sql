-- Version 2: what checks found, and more about each page.

-- The checks that found something, by the number that stands for them here.
CREATE TABLE checks (
	number INTEGER PRIMARY KEY,
	id     TEXT NOT NULL UNIQUE
);

-- What the checks of one page found: NULL, or a JSON array of checks.number, or of [checks.number, detail].
ALTER TABLE result ADD COLUMN findings TEXT;

ALTER TABLE page ADD COLUMN meta_keywords TEXT;
ALTER TABLE page ADD COLUMN second_h1 TEXT;
ALTER TABLE page ADD COLUMN h2 TEXT;
ALTER TABLE page ADD COLUMN second_h2 TEXT;
ALTER TABLE page ADD COLUMN last_modified TEXT; -- the header, as sent
ALTER TABLE page ADD COLUMN protocol;           -- 1 HTTP/1.1, 2 HTTP/2.0, or as text
ALTER TABLE page ADD COLUMN words INTEGER;      -- of the text that is shown, as all that follows; NULL for 0
ALTER TABLE page ADD COLUMN sentences INTEGER;
ALTER TABLE page ADD COLUMN text_bytes INTEGER;
ALTER TABLE page ADD COLUMN text_hash INTEGER;  -- the same for the same text
ALTER TABLE page ADD COLUMN sim_hash INTEGER;   -- differs in few bits for nearly the same text

-- Computed when the crawl ends: what the checks that need the whole crawl found about a result. A number in the place
-- of a detail is the address.id that the finding is about.
CREATE TABLE crawl_finding (
	seq      INTEGER PRIMARY KEY, -- result.seq
	findings TEXT NOT NULL        -- JSON array of checks.number, or of [checks.number, detail or address.id]
);

-- Computed when the crawl ends: the addresses about which a check found something.
CREATE TABLE found (
	number INTEGER PRIMARY KEY, -- checks.number
	total  INTEGER NOT NULL,
	ids    BLOB NOT NULL        -- address.id, rising; varints of the differences
);

-- Computed when the crawl ends: what the checks found, grouped by what there is to mend, those on most pages first.
CREATE TABLE cause (
	number   INTEGER NOT NULL, -- checks.number
	rank     INTEGER NOT NULL, -- from 1
	pages    INTEGER NOT NULL, -- with it
	example  INTEGER NOT NULL, -- address.id of a page with it
	target   INTEGER,          -- address.id that is at fault; NULL when it is the page itself
	position INTEGER,          -- of the link, as in table link; NULL when it is no link
	text     TEXT,             -- of the link
	detail   TEXT,
	PRIMARY KEY (number, rank)
) WITHOUT ROWID;

DROP VIEW pages;

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
	f.url AS found_on, a.in_sitemap,
	p.meta_keywords, p.second_h1, p.h2, p.second_h2, p.last_modified,
	CASE p.protocol WHEN 1 THEN 'HTTP/1.1' WHEN 2 THEN 'HTTP/2.0' ELSE p.protocol END AS protocol,
	coalesce(p.words, 0) AS words, coalesce(p.sentences, 0) AS sentences, coalesce(p.text_bytes, 0) AS text_bytes,
	printf('%016x', p.text_hash) AS text_hash, printf('%016x', p.sim_hash) AS sim_hash
FROM result r
JOIN page p ON p.seq = r.seq
JOIN address a ON a.id = r.id
LEFT JOIN place l ON l.id = r.id
LEFT JOIN address f ON f.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END;

-- One row for each thing that a check found about an address.
CREATE VIEW findings AS
SELECT w.id, s.url AS page, k.id AS "check", coalesce(t.url, w.detail, '') AS detail
FROM (
	SELECT r.id, CASE j.type WHEN 'integer' THEN j.value ELSE json_extract(j.value, '$[0]') END AS number,
		CASE j.type WHEN 'integer' THEN NULL ELSE json_extract(j.value, '$[1]') END AS detail, NULL AS target
	FROM result r JOIN json_each(r.findings) j
	UNION ALL
	SELECT r.id, CASE j.type WHEN 'integer' THEN j.value ELSE json_extract(j.value, '$[0]') END,
		CASE WHEN j.type = 'array' AND json_type(j.value, '$[1]') = 'text' THEN json_extract(j.value, '$[1]') END,
		CASE WHEN j.type = 'array' AND json_type(j.value, '$[1]') = 'integer' THEN json_extract(j.value, '$[1]') END
	FROM crawl_finding c JOIN result r ON r.seq = c.seq JOIN json_each(c.findings) j
) w
JOIN address s ON s.id = w.id
JOIN checks k ON k.number = w.number
LEFT JOIN address t ON t.id = w.target;
