package io.github.asynqee.console.config;

/**
 * A Redis that the console shows.
 *
 * @param name the name in paths of the API
 * @param url its URL, as the connector has it
 */
public record RedisEntry(String name, String url) {}
