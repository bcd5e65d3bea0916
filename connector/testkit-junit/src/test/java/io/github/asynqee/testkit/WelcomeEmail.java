package io.github.asynqee.testkit;

import jakarta.json.bind.annotation.JsonbCreator;
import jakarta.json.bind.annotation.JsonbProperty;

/** A payload. */
public record WelcomeEmail(String to) {

    @JsonbCreator
    public WelcomeEmail(@JsonbProperty("to") String to) {
        this.to = to;
    }
}
