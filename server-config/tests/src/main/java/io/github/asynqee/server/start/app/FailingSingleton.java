package io.github.asynqee.server.start.app;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;

/** An EJB that is created at the start. */
@Singleton
@Startup
public class FailingSingleton {

    @PostConstruct
    void start() {
        Failure.fail();
    }
}
