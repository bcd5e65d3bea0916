package io.github.asynqee.messaging;

/**
 * Converts the payload of a task from one version to the next, for a channel with {@code versions}. A bean
 * with {@link FromVersion}.
 *
 * <pre>{@code
 * @FromVersion(2)
 * @ApplicationScoped
 * public class MoveWithCountry implements PayloadUpgrade<MoveV2, MoveV3> {
 *     public MoveV3 upgrade(MoveV2 move) { return new MoveV3(move.city(), "PT"); }
 * }
 * }</pre>
 *
 * <p>A task of version 2 is then decoded as {@code MoveV2} and reaches the handler as {@code MoveV3}. Upgrades from 1
 * to 2 and from 2 to 3 are called one after the other. A version without an upgrade is decoded as the next version.
 *
 * @param <F> the payload of the version that is upgraded
 * @param <T> the payload of the next version, which is passed to the next upgrade or to the handler
 */
@FunctionalInterface
public interface PayloadUpgrade<F, T> {

    /**
     * Upgrades a payload. Called for each attempt of a task, on the thread of its handler, before the handler. If it
     * throws, or returns {@code null}, the task is archived like a task whose payload cannot be decoded.
     *
     * @param payload the payload of the old version
     * @return the payload of the next version
     */
    T upgrade(F payload);
}
