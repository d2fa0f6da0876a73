-- Version 3: what the pages say, to be searched.

-- The texts of some dozens of pages a row, packed together because most of what they say is the same.
CREATE TABLE text (
	first INTEGER PRIMARY KEY, -- result.seq of the first page of the row
	pages BLOB NOT NULL,       -- result.seq of the pages, rising; varints of the differences
	grams BLOB,                -- which groups of letters and digits occur, one bit for the hash of each; NULL: perhaps all
	texts BLOB NOT NULL        -- zstd; for each page: title, NUL, description, NUL, the text it shows, NUL
);

-- Computed when the crawl ends: the addresses as a tree of folders, in one row.
CREATE TABLE tree (
	ids    BLOB NOT NULL, -- all address.id so that those of a folder stand together, as 32-bit little-endian numbers
	shared BLOB NOT NULL  -- a byte for each: in how many parts (host, folders, query) it is like the one before
);
