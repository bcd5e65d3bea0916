package io.github.asynqee.interop;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random texts: ASCII, other scripts, unprintable characters and unpaired surrogates. */
final class RandomTexts {

    private static final String ODD = "\"\\'`()[]{},\u0000\u0007\b\f\n\r\t\u000b\u007f\u0085\u00a0\u00ad\u200b\u2028\u2029\ufeff\ufffd\ue000";

    private final Random random;

    /**
     * Creates the source.
     *
     * @param random the source of random numbers
     */
    RandomTexts(Random random) {
        this.random = random;
    }

    /** @return encodable text of characters assigned in this Java's Unicode, which may be older than Go's */
    String text() {
        return characters(random.nextInt(12));
    }

    /** @return encodable text that is not blank */
    String name() {
        return "n" + text();
    }

    /** @return any chars, including unpaired surrogates */
    String broken() {
        return IntStream.range(0, random.nextInt(12)).mapToObj(i -> random.nextBoolean() ? characters(1)
                : Character.toString((char) (Character.MIN_SURROGATE + random.nextInt(0x800))))
                .collect(Collectors.joining());
    }

    /** @return up to 20 bytes */
    byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    private String characters(int count) {
        return IntStream.range(0, count).map(i -> character()).mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private int character() {
        int candidate = switch (random.nextInt(6)) {
            case 0 -> ODD.charAt(random.nextInt(ODD.length()));
            case 1 -> random.nextInt(Character.MAX_CODE_POINT + 1);
            case 2 -> random.nextInt(0x3000);
            case 3 -> 0x1f300 + random.nextInt(0x300);
            default -> ' ' + random.nextInt(95);
        };
        int type = Character.getType(candidate);
        return type == Character.SURROGATE || type == Character.UNASSIGNED ? 'x' : candidate;
    }
}
