package io.github.asynqee.console.query;

import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Tasks as the user may see them: masked values cannot be searched.
 *
 * @param payloadText the text of a payload, {@code null} if it is binary
 * @param headers the headers of a task
 * @param error the text of an error
 * @param hidden the text in place of a masked value
 * @param masked whether texts and headers may differ from the stored values
 */
public record MaskedView(Function<byte[], String> payloadText, UnaryOperator<Map<String, String>> headers,
        UnaryOperator<String> error,
        String hidden, boolean masked) {}
