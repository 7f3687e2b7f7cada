-- The last episode that was known when a round of a run began: a run that is played on recalls no more than that.
CREATE TABLE rounds (
    run TEXT NOT NULL,
    round INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    PRIMARY KEY (run, round)
) STRICT, WITHOUT ROWID;
