package io.github.asynqee.cli.shared;

import picocli.CommandLine.Option;

/** Selects the page of a list. */
public final class Paging {

    @Option(names = "--page", defaultValue = "1", paramLabel = "NUMBER", description = "Number of the page, from 1. Default: ${DEFAULT-VALUE}")
    private int page;

    @Option(names = "--size", defaultValue = "30", paramLabel = "NUMBER", description = "Number of entries per page. Default: ${DEFAULT-VALUE}")
    private int size;

    public int page() {
        return page;
    }

    public int size() {
        return size;
    }
}
