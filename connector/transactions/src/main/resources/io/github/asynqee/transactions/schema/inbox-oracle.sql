-- The table of the inbox, for Oracle. Not tested.
CREATE TABLE asynq_inbox (
    task_key CHAR(64) NOT NULL PRIMARY KEY,
    handled_at NUMBER(19) NOT NULL
);
CREATE INDEX asynq_inbox_handled_at ON asynq_inbox (handled_at);
