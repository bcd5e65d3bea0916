package io.github.asynqee.model;

/**
 * One step of a sequence, done by the broker and by the model. What it is applied to is chosen from what there is at that
 * moment, so that a sequence still makes sense when other steps are left out of it.
 */
interface Operation {

    /** Does it on both sides and compares the answers. */
    void run(Run run);
}
