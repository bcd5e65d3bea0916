-- The tables of the outbox, for SQL Server. Set READ_COMMITTED_SNAPSHOT ON; otherwise relays block each other. Not tested.
CREATE TABLE asynq_outbox (
    seq BIGINT IDENTITY PRIMARY KEY,
    nonce CHAR(36) NOT NULL,
    bucket INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    queue VARCHAR(255) NOT NULL,
    task_type VARCHAR(255) NOT NULL,
    task_id VARCHAR(255) NOT NULL,
    message VARBINARY(MAX) NOT NULL,
    run_at BIGINT,
    unique_until BIGINT,
    error VARCHAR(2000)
);
CREATE INDEX asynq_outbox_bucket_seq ON asynq_outbox (bucket, seq);
CREATE TABLE asynq_outbox_bucket (
    bucket INTEGER NOT NULL PRIMARY KEY,
    outbox_name CHAR(36),
    holder CHAR(36)
);
INSERT INTO asynq_outbox_bucket (bucket) VALUES (0), (1), (2), (3), (4), (5), (6), (7),
    (8), (9), (10), (11), (12), (13), (14), (15), (-3);
