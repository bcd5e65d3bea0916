package io.github.asynqee.server.start;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.start.app.FailingAnnotatedListener;
import io.github.asynqee.server.start.app.FailingListener;
import io.github.asynqee.server.start.app.FailingObserver;
import io.github.asynqee.server.start.app.FailingServlet;
import io.github.asynqee.server.start.app.FailingSingleton;
import io.github.asynqee.server.start.app.RefusedSignatures;
import io.github.asynqee.server.start.app.RepeatedStream;
import io.github.asynqee.server.start.app.UnknownChannel;

/** A step of an application's start that fails. */
enum FailingStart {

    LISTENER(FailingListener.class),
    ANNOTATED_LISTENER(FailingAnnotatedListener.class),
    SERVLET(FailingServlet.class),
    OBSERVER(FailingObserver.class),
    SINGLETON(FailingSingleton.class),
    UNKNOWN_CHANNEL(UnknownChannel.class),
    WRONG_ATTRIBUTE(null),
    OTHER_SPELLING(null),
    UNRESOLVED_EXPRESSION(null),
    ENCRYPTION_WITHOUT_KEYS(null),
    REPEATED_STREAM(RepeatedStream.class),
    REFUSED_SIGNATURES(RefusedSignatures.class);

    private final Class<?> failing;

    FailingStart(Class<?> failing) {
        this.failing = failing;
    }

    /** Open Liberty runs an application although a servlet of it cannot be loaded. */
    boolean failsOn(AppServer server) {
        return this != SERVLET || server == AppServer.WILDFLY;
    }

    /**
     * Whether the application fails when WildFly has already registered its health checks: WildFly never removes them, and
     * with them keeps the application's classes until it ends.
     */
    boolean isKeptBy(AppServer server) {
        return server == AppServer.WILDFLY && (this == UNKNOWN_CHANNEL || this == ENCRYPTION_WITHOUT_KEYS);
    }

    /** Each repaired version runs on one server, with the profile {@code thorough} on each. */
    boolean isRepairedOn(AppServer server) {
        AppServer one = this == SERVLET || ordinal() % 2 == 1 ? AppServer.WILDFLY : AppServer.LIBERTY;
        return server == one || Boolean.getBoolean("asynq.test.thorough");
    }

    /** The class that fails. */
    Optional<Class<?>> failing() {
        return Optional.ofNullable(failing);
    }

    /** What makes the configuration fail. */
    Map<String, String> config() {
        return switch (this) {
            case WRONG_ATTRIBUTE -> Map.of(SmallApplication.CHANNEL + "retry-delay", "soon");
            case OTHER_SPELLING -> Map.of(SmallApplication.CHANNEL + "retryDelay", "5s");
            case UNRESOLVED_EXPRESSION -> Map.of(SmallApplication.CHANNEL + "url", "redis://${NO_SUCH_HOST}:6379");
            case ENCRYPTION_WITHOUT_KEYS -> Map.of("mp.messaging.connector.asynq.encrypt", "true");
            case REPEATED_STREAM -> Map.of("mp.messaging.incoming.streams.connector", "asynq",
                    "mp.messaging.incoming.streams.queue", "streams");
            case REFUSED_SIGNATURES -> SmallApplication.channels(failing, "refused");
            default -> Map.of();
        };
    }

    /** The expected sentences in the log. */
    List<String> sentences() {
        String method = "RefusedSignatures: ";
        String lost = " is refused: the runtime acknowledges a task before";
        String endless = " is refused: asynq would request its elements endlessly during the deployment";
        return switch (this) {
            case REPEATED_STREAM -> List.of("RepeatedStream.handle has @Retry, without effect on tasks");
            case OTHER_SPELLING -> List
                    .of(SmallApplication.CHANNEL + "retryDelay has no effect, did you mean retry-delay?");
            case UNRESOLVED_EXPRESSION -> List
                    .of(SmallApplication.CHANNEL + "url has the expression ${NO_SUCH_HOST}");
            case ENCRYPTION_WITHOUT_KEYS -> List.of("mp.messaging.connector.asynq.encrypt=true needs a bean of type "
                    + "io.github.asynqee.codecs.PayloadKeys");
            case REFUSED_SIGNATURES -> List.of(method + "an injected Publisher<String>" + lost,
                    method + "Publisher<String> publisher(String)" + lost,
                    method + "PublisherBuilder<String> stream(PublisherBuilder<String>)" + lost,
                    method + "ProcessorBuilder<String, String> processor()" + lost,
                    method + "SubscriberBuilder<String, Void> subscriber() with @Acknowledgment(POST_PROCESSING)"
                            + lost,
                    method + "void two(String, int) is refused: MicroProfile Reactive Messaging does not have",
                    method + "void manual(String) with @Acknowledgment(MANUAL) is refused: nothing acknowledges",
                    method + "String generator()" + endless, method + "CompletionStage<String> stage()" + endless);
            default -> List.of();
        };
    }
}
