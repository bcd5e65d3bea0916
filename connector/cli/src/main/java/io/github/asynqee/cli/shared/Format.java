package io.github.asynqee.cli.shared;

/** Output format of tables. */
public enum Format {
    TABLE, JSON, CSV
}
