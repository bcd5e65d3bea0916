package io.github.asynqee.cli.shared;

/** How tables are printed. */
public enum Format {
    TABLE, JSON, CSV
}
