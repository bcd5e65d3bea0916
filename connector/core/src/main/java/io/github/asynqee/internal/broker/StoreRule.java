package io.github.asynqee.internal.broker;

/** Stores a new task in another way than asynq does. Apart from {@link NewTask.Once}, rules belong to features. */
public interface StoreRule {

    /** @return the name of the rule in an error message */
    String text();
}
