/**
 * An application whose only purpose is to be measured. What stands here does without messages; of the packages below only
 * one is there, or none, when the time that the connector adds to a deployment is measured.
 */
package io.github.asynqee.bench.war;
