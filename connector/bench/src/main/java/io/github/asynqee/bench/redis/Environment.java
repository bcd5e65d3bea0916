package io.github.asynqee.bench.redis;

/** The kinds of Redis that users have. */
public enum Environment {

    /** One server, without persistence. */
    PLAIN("plain"),
    /** One server that writes all changes to a file and has the disk confirm them once a second. */
    EVERYSEC("aof-everysec"),
    /** One server that has the disk confirm each change before it replies. */
    ALWAYS("aof-always"),
    /** One server that accepts only TLS, with a self-signed certificate. */
    TLS("tls"),
    /** One server behind a {@link DelayingProxy} that adds a millisecond to each round trip. */
    DISTANT("1ms-away"),
    /** A master with a replica, and three Sentinels that watch them. */
    SENTINEL("sentinel"),
    /** A Cluster of three masters. */
    CLUSTER("cluster-of-3");

    private final String text;

    Environment(String text) {
        this.text = text;
    }

    /** Its name in reports. */
    @Override
    public String toString() {
        return text;
    }
}
