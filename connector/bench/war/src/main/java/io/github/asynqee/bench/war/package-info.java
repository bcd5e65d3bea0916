/**
 * An application whose only purpose is to be measured. What stands here does without the connector, and is all that is left
 * when the time that the connector adds to a deployment is measured.
 */
package io.github.asynqee.bench.war;
