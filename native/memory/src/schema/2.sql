-- Search by words, over what was not forgotten; the texts stay in the episodes.
CREATE VIEW told AS
    SELECT id, goal, words, task, agent, plan, executed, why FROM episodes WHERE goal IS NOT NULL;
CREATE VIRTUAL TABLE found USING fts5 (
    goal, words, task, agent, plan, executed, why,
    content = 'told', content_rowid = 'id', detail = 'none', columnsize = 0, tokenize = 'unicode61'
);
INSERT INTO found (found, rank) VALUES ('secure-delete', 1);
INSERT INTO found (found) VALUES ('rebuild');
CREATE TRIGGER told_more AFTER INSERT ON episodes WHEN new.goal IS NOT NULL BEGIN
    INSERT INTO found (rowid, goal, words, task, agent, plan, executed, why)
    VALUES (new.id, new.goal, new.words, new.task, new.agent, new.plan, new.executed, new.why);
END;
CREATE TRIGGER told_no_more BEFORE UPDATE OF goal ON episodes WHEN old.goal IS NOT NULL AND new.goal IS NULL BEGIN
    INSERT INTO found (found, rowid, goal, words, task, agent, plan, executed, why)
    VALUES ('delete', old.id, old.goal, old.words, old.task, old.agent, old.plan, old.executed, old.why);
END;

-- What finished games have learnt until their round is merged, as JSON.
CREATE TABLE waiting (
    run TEXT NOT NULL,
    round INTEGER NOT NULL,
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    task TEXT NOT NULL,
    episode TEXT NOT NULL,
    PRIMARY KEY (run, round, game, number, task)
) STRICT, WITHOUT ROWID;

-- Has a row while something was forgotten that is not erased from the file yet.
CREATE TABLE unerased (rows INTEGER) STRICT;
