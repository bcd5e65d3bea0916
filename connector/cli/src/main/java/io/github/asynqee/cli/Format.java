package io.github.asynqee.cli;

/** How tables are printed. */
enum Format {
    TABLE, JSON, CSV
}
