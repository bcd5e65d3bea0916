package io.github.asynqee.internal.broker;

/**
 * A rule by which a new task is stored differently than in asynq. Apart from {@link NewTask.Once}, rules belong to
 * features.
 */
public interface StoreRule {

    /** @return the name of the rule in an error message */
    String text();
}
