package io.github.asynqee.testkit;

import java.util.function.Consumer;

/** Chooses and starts the server of {@link RedisForTests}. */
record RedisChoice(String wanted, String image, boolean mayFlush, Consumer<String> notice) {

    static RedisChoice configured() {
        return new RedisChoice(System.getProperty(RedisForTests.PROPERTY, "auto"),
                System.getProperty(RedisForTests.IMAGE_PROPERTY, RedisForTests.DEFAULT_IMAGE),
                Boolean.getBoolean(RedisForTests.FLUSH_PROPERTY),
                System.err::println);
    }

    RedisForTests start() {
        return switch (wanted) {
            case "auto", "" -> auto();
            case "container" -> container();
            case "embedded" -> embedded("set by " + RedisForTests.PROPERTY);
            default -> existing();
        };
    }

    private RedisForTests auto() {
        try {
            requireTestcontainers();
            return in(RedisContainer.startSoon(image));
        } catch (RedisStartException e) {
            return embedded("no container: " + e.getMessage());
        }
    }

    private RedisForTests container() {
        try {
            requireTestcontainers();
            return in(RedisContainer.start(image));
        } catch (RedisStartException e) {
            throw new RedisStartException("System property " + RedisForTests.PROPERTY
                    + " requires a container of " + image + ", which cannot be started: " + e.getMessage(), e);
        }
    }

    private RedisForTests embedded(String reason) {
        EmbeddedRedis redis = EmbeddedRedis.start();
        RedisForTests server = new RedisForTests(redis.url(), false, redis);
        notice.accept("Redis for tests: embedded, " + server + " (" + reason + ")");
        return server;
    }

    private RedisForTests existing() {
        if (!wanted.startsWith("redis://") && !wanted.startsWith("rediss://")) {
            throw new RedisStartException("System property " + RedisForTests.PROPERTY + " is \"" + wanted
                    + "\", not auto, container, embedded, redis://… or rediss://…");
        }
        ExistingRedis redis = ExistingRedis.claim(wanted, mayFlush);
        RedisForTests server = new RedisForTests(wanted, false, redis);
        notice.accept("!!! Redis for tests: THE EXISTING " + server + ", EVERYTHING IN IT WILL BE DELETED");
        return server;
    }

    private RedisForTests in(RedisContainer redis) {
        RedisForTests server = new RedisForTests(redis.url(), true, redis);
        notice.accept("Redis for tests: container of " + image + ", " + server);
        return server;
    }

    private static void requireTestcontainers() {
        try {
            Class.forName("org.testcontainers.containers.GenericContainer", false,
                    RedisChoice.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new RedisStartException("org.testcontainers:testcontainers is not on the class path", e);
        }
    }
}
