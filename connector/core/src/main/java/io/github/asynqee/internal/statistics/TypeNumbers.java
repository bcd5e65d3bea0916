package io.github.asynqee.internal.statistics;

import java.util.Arrays;

/**
 * Numbers of one type in some time. The arrays are not to be modified.
 *
 * @param type the type
 * @param processed number of attempts that count as processed
 * @param failed number of failures among them
 * @param waiting number of waiting times by bucket
 * @param running number of run times by bucket
 */
public record TypeNumbers(String type, long processed, long failed, long[] waiting, long[] running) {

    boolean isEmpty() {
        return processed == 0 && failed == 0 && Arrays.stream(waiting).allMatch(count -> count == 0)
                && Arrays.stream(running).allMatch(count -> count == 0);
    }
}
