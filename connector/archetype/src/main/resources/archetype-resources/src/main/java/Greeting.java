package ${package};

/** The payload of a task, as JSON. */
public record Greeting(String to) {}
