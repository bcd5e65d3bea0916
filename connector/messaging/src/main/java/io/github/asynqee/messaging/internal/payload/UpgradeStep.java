package io.github.asynqee.messaging.internal.payload;

import java.lang.reflect.Type;
import java.util.function.Supplier;

import io.github.asynqee.messaging.PayloadUpgrade;

/**
 * An upgrade of payloads.
 *
 * @param from the version that it upgrades
 * @param source the payload of this version
 * @param target the payload of the next version
 * @param name the class of the bean, for messages
 * @param bean the bean
 */
public record UpgradeStep(int from, Type source, Type target, String name,
        Supplier<PayloadUpgrade<Object, Object>> bean) {

    /**
     * @param secret whether to omit the text of an exception from the stored error, because it may contain payload
     *        values
     */
    Object upgrade(Object payload, boolean secret) throws UnusablePayloadException {
        Object upgraded;
        try {
            upgraded = bean.get().upgrade(payload);
        } catch (RuntimeException e) {
            throw new UnusablePayloadException(
                    "its version is " + from + ", but " + name + " cannot upgrade it: "
                            + (secret ? e.getClass().getName() : e),
                    e);
        }
        if (upgraded == null) {
            throw new UnusablePayloadException("its version is " + from + ", but " + name + " has upgraded it to null",
                    null);
        }
        return upgraded;
    }
}
