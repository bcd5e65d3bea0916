package io.github.asynqee.messaging.internal.incoming;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.SkipRetryException;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.delivery.TaskGroup;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.messaging.internal.payload.UnusablePayloadException;

/** Creates the messages of a channel: decodes payloads, and fails tasks whose payload cannot be decoded. */
final class LaneMessages {

    private final IncomingChannel channel;

    LaneMessages(IncomingChannel channel) {
        this.channel = channel;
    }

    /** The message of a delivery; {@code null} if the delivery failed because none of its payloads can be decoded. */
    LaneMessage<?> of(Delivery delivery) {
        try {
            return channel.tasks().config().handlesGroups() ? group(delivery) : task((TaskDelivery) delivery);
        } catch (SkipRetryException | Error unusable) {
            delivery.fail(unusable);
            return null;
        }
    }

    private IncomingMessage task(TaskDelivery delivery) {
        IncomingChannel.Setup setup = channel.setup();
        return new IncomingMessage(delivery, payload(delivery.message()), setup.results(), setup.ackCompletion());
    }

    private IncomingGroup group(Delivery delivery) {
        List<TaskMessage> members = new ArrayList<>();
        List<Object> payloads = new ArrayList<>();
        Map<TaskMessage, SkipRetryException> unusable = new LinkedHashMap<>();
        for (TaskMessage member : TaskGroup.of(delivery).members()) {
            try {
                payloads.add(payload(member));
                members.add(member);
            } catch (SkipRetryException e) {
                unusable.put(member, e);
            }
        }
        if (delivery instanceof GroupDelivery group) {
            group.failAlone(unusable);
        } else if (!unusable.isEmpty()) {
            throw unusable.values().iterator().next();
        }
        return members.isEmpty() ? null
                : new IncomingGroup(delivery, channel.config().url(), List.copyOf(members), payloads,
                        channel.setup().ackCompletion());
    }

    private Object payload(TaskMessage message) {
        try {
            return channel.setup().payloads().read(message.payload());
        } catch (UnusablePayloadException | RuntimeException | StackOverflowError e) {
            String text = "payload of task type \"" + message.type() + "\" is not the " + channel.setup().payloadType()
                    + " that channel " + channel.config().channel() + " handles: "
                    + (e instanceof UnusablePayloadException ? e.getMessage() : e.getClass().getName());
            throw new SkipRetryException(text, e);
        }
    }
}
