package io.github.asynqee.console.query;

/** The kinds of names that are offered. */
public enum NameKind {
    TYPE, PAYLOAD, HEADER
}
