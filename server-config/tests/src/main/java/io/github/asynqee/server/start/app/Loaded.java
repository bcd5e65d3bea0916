package io.github.asynqee.server.start.app;

import jakarta.enterprise.inject.spi.Extension;

/** Has one instance for as long as the class loader of its application is reachable. */
public final class Loaded implements Extension {

    /** A heap histogram counts its instances. */
    public static final class Marker {}

    static final Marker MARKER = new Marker();
}
