-- One row for each episode, numbered from 1 without gaps. One that was forgotten keeps its number and key alone.
CREATE TABLE episodes (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    run TEXT,
    round INTEGER,
    game INTEGER,
    number INTEGER,
    task TEXT,
    agent TEXT,
    goal TEXT,
    words TEXT,
    circumstances TEXT,
    plan TEXT,
    executed TEXT,
    reached INTEGER,
    why TEXT,
    ticks INTEGER,
    calls INTEGER,
    used TEXT,
    summary_of TEXT,
    embedder TEXT,
    embedding BLOB,
    jpeg BLOB
) STRICT;
CREATE INDEX forgotten ON episodes (id) WHERE goal IS NULL;
