package io.github.asynqee.server.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import io.github.asynqee.testkit.TestCertificate;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;

/** Every kind of Redis, each running. */
final class Redises implements AutoCloseable {

    private static final String PASSWORD = "secret";
    private static final String READINESS_OF_PRODUCER = "producer: info";

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final EmbeddedRedisSentinel sentinel;
    private final EmbeddedRedisCluster cluster;
    private final TestCertificate certificate;
    private final EmbeddedRedis secure;
    private final EmbeddedRedis plain;
    private final Proxy proxy;

    Redises() {
        sentinel = opened(EmbeddedRedisSentinel.start());
        cluster = opened(EmbeddedRedisCluster.startWithReplicas());
        certificate = TestCertificate.create(directory());
        secure = opened(EmbeddedRedis.builder().tls(certificate).config("tls-auth-clients", "yes")
                .user("worker", PASSWORD, rules("worker")).user("console", PASSWORD, rules("console"))
                .user("operator", PASSWORD, rules("operator")).user("producer", PASSWORD, rules("producer")).start());
        plain = opened(EmbeddedRedis.start());
        proxy = opened(Proxy.start());
    }

    private <T extends AutoCloseable> T opened(T server) {
        open.push(server);
        return server;
    }

    private static Path directory() {
        try {
            return Files.createDirectories(ServerUnderTest.workFile("certificate")).toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rules of a user in {@code docs/redis.md}. */
    private static String[] rules(String user) {
        try {
            Matcher line = Pattern.compile("(?m)^    user " + user + " on >" + PASSWORD + " (.*)$")
                    .matcher(Files.readString(Path.of("../../docs/redis.md")));
            if (!line.find()) {
                throw new IllegalStateException("docs/redis.md has no rules of the user " + user);
            }
            return line.group(1).split(" ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    EmbeddedRedisSentinel sentinel() {
        return sentinel;
    }

    EmbeddedRedisCluster cluster() {
        return cluster;
    }

    EmbeddedRedis plain() {
        return plain;
    }

    String proxyUrl() {
        return proxy.url();
    }

    /** The URL of the Redis that demands TLS, a client certificate and an ACL user. */
    String secureUrl(String user) {
        return secure.url(user).replace("127.0.0.1", "localhost") + "?trust-store=" + certificate.trustStore()
                + "&trust-store-password=" + TestCertificate.PASSWORD + "&key-store=" + certificate.keyStore()
                + "&key-store-password=" + TestCertificate.PASSWORD;
    }

    /** Rejected commands of ACL users, except the documented ones of producers. */
    List<String> refusals() {
        DefaultJedisClientConfig config = DefaultJedisClientConfig.builder()
                .sslOptions(SslOptions.builder().sslVerifyMode(SslVerifyMode.CA)
                        .truststore(certificate.trustStore().toFile(), TestCertificate.PASSWORD.toCharArray())
                        .keystore(certificate.keyStore().toFile(), TestCertificate.PASSWORD.toCharArray()).build())
                .build();
        try (Jedis jedis = new Jedis(new HostAndPort(secure.host(), secure.port()), config)) {
            return jedis.aclLog().stream().map(entry -> entry.getUsername() + ": " + entry.getObject())
                    .filter(refusal -> !refusal.equals(READINESS_OF_PRODUCER)).toList();
        }
    }

    @Override
    public void close() {
        List<Exception> failures = new ArrayList<>();
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException(failures.get(0));
        }
    }
}
