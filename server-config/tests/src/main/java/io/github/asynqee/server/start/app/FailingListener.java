package io.github.asynqee.server.start.app;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** Declared in {@code web.xml}. */
public class FailingListener implements ServletContextListener {

    @Override
    public void contextInitialized(ServletContextEvent event) {
        Failure.fail();
    }
}
