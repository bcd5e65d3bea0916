package io.github.asynqee.messaging.internal.incoming;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import jakarta.enterprise.context.control.RequestContextController;

import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import org.jspecify.annotations.Nullable;

/**
 * The parts shared by the lanes of a channel.
 *
 * @param payloadType the declared type of the payload, for messages
 * @param payloads decodes payloads
 * @param results encodes results
 * @param checkpoints creates the checkpoints of its tasks; {@code null} if the handler does not use them
 * @param ackCompletion when the stages returned by {@code ack} and {@code nack} complete
 * @param executor runs handlers
 * @param requestContexts creates a request context for each lane
 * @param scopes scopes opened around the call of a handler
 * @param alive whether handlers may be called; false after the application has ended
 */
public record LaneSetup(String payloadType, Payloads.TaskReader payloads, PayloadEncoder results,
        @Nullable Checkpoints checkpoints, LaneMessage.AckCompletion ackCompletion,
        LaneExecutor executor, Supplier<RequestContextController> requestContexts, HandlerScope.Source scopes,
        BooleanSupplier alive) {}
