-- Version 3: what the pages say, to be searched.

-- The texts of some dozens of pages a row, packed together because most of what they say is the same.
CREATE TABLE text (
	first INTEGER PRIMARY KEY, -- result.seq of the first page of the row
	pages BLOB NOT NULL,       -- result.seq of the pages, rising; varints of the differences
	grams BLOB,                -- which groups of letters and digits occur, one bit for the hash of each; NULL: perhaps all
	texts BLOB NOT NULL        -- zstd; for each page: title, NUL, description, NUL, the text it shows, NUL
);
