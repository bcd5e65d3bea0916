package io.github.asynqee.messaging.internal.config;

/**
 * How payloads are changed before they are stored.
 *
 * @param compressAbove the size in bytes above which they are compressed; {@link Integer#MAX_VALUE} if they are not
 * @param encrypt whether they are encrypted
 */
public record CodecConfig(int compressAbove, boolean encrypt) {

    /** Payloads are stored as they are. */
    public static final CodecConfig UNCHANGED = new CodecConfig(Integer.MAX_VALUE, false);

    static CodecConfig read(Properties properties) {
        return new CodecConfig(properties.get(Attribute.COMPRESS_ABOVE, Property::size, UNCHANGED.compressAbove),
                properties.get(Attribute.ENCRYPT, Property::bool));
    }

    /** @return whether any payload is compressed */
    public boolean compresses() {
        return compressAbove != UNCHANGED.compressAbove;
    }
}
