package io.github.asynqee.messaging.internal.config;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;

/**
 * How payloads are encoded before they are stored.
 *
 * @param compressAbove the size in bytes above which payloads are compressed; {@link Integer#MAX_VALUE} for never
 * @param encrypt whether payloads are encrypted
 * @param storeAbove the size in bytes above which payloads are stored outside Redis; {@link Integer#MAX_VALUE} for
 *        never
 */
public record CodecConfig(int compressAbove, boolean encrypt, int storeAbove) {

    /** Payloads are stored unchanged. */
    public static final CodecConfig UNCHANGED = new CodecConfig(Integer.MAX_VALUE, false, Integer.MAX_VALUE);

    static CodecConfig read(Properties properties) {
        return new CodecConfig(properties.get(Attribute.COMPRESS_ABOVE, Property::size, UNCHANGED.compressAbove),
                properties.get(Attribute.ENCRYPT, Property::bool),
                properties.get(Attribute.STORE_ABOVE, Property::size, UNCHANGED.storeAbove));
    }

    /** @return whether any payload is compressed */
    public boolean compresses() {
        return compressAbove != UNCHANGED.compressAbove;
    }

    /** @return whether any payload is stored outside Redis */
    public boolean stores() {
        return storeAbove != UNCHANGED.storeAbove;
    }
}
