package io.github.asynqee.messaging.incoming;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.broker.NewTask;
import io.github.asynqee.worker.GroupDelivery;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * A group that its handler has turned into one task. The runtime hands what the handler returned to an outgoing channel,
 * which finds the group by it: by the very object, whatever else the handler may send and on whatever thread.
 */
public final class TurnedGroup {

    private static final Map<Returned, TurnedGroup> BY_RESULT = new ConcurrentHashMap<>();

    private final String url;
    private final GroupDelivery delivery;

    /** An object as itself, whatever it is equal to. */
    private record Returned(Object object) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Returned that && object == that.object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }

    private TurnedGroup(String url, GroupDelivery delivery) {
        this.url = url;
        this.delivery = delivery;
    }

    /**
     * Says what a handler returned, on the thread that called it. Does nothing if it was not called with a group, or if it
     * was said already what became of the group: then the task is stored by itself.
     *
     * @param result what it returned: a payload, a message, or a stage of one of these; may be {@code null}
     * @param primitive whether it is declared to return a primitive value: then the runtime gets an equal object
     * @return what it is to return
     */
    public static Object by(Object result, boolean primitive) {
        if (!(CurrentMessage.get() instanceof IncomingGroup group) || group.staged() == null
                || group.staged().isDecided()) {
            return result;
        }
        TurnedGroup turned = new TurnedGroup(group.url(), group.staged());
        if (primitive) {
            group.turnedInto(result, turned);
            return result;
        }
        if (result instanceof CompletionStage<?> stage) {
            return stage.thenApply(value -> {
                turned.remember(value);
                return value;
            });
        }
        turned.remember(result);
        return result;
    }

    private void remember(Object result) {
        Object payload = result instanceof Message<?> message ? message.getPayload() : result;
        if (payload != null) {
            Returned key = new Returned(payload);
            BY_RESULT.put(key, this);
            delivery.settled().whenComplete((ok, error) -> BY_RESULT.remove(key, this));
        }
    }

    /**
     * The group a payload was made of. Each is found once.
     *
     * @param payload what was sent to an outgoing channel, may be {@code null}
     * @return the group, {@code null} if there is none
     */
    public static TurnedGroup into(Object payload) {
        if (payload == null) {
            return null;
        }
        TurnedGroup found = BY_RESULT.remove(new Returned(payload));
        return found == null && CurrentMessage.get() instanceof IncomingGroup group ? group.turnedInto(payload) : found;
    }

    /**
     * Whether its tasks are where another task is to be stored.
     *
     * @param otherUrl the Redis of the other task
     * @param otherQueue the queue of the other task
     * @return whether both can be dealt with in one step
     */
    public boolean isAt(String otherUrl, String otherQueue) {
        return url.equals(otherUrl) && delivery.queue().equals(otherQueue);
    }

    /**
     * Stores the task it was turned into and deletes its own, both or neither.
     *
     * @param task the task
     * @return completes when Redis has it, exceptionally if it is refused
     */
    public CompletionStage<Void> store(NewTask task) {
        return delivery.turnInto(task);
    }

    /** @return an ID for the task it was turned into: the same if its tasks come back and are handled once more */
    public String taskId() {
        return delivery.fingerprint();
    }
}
