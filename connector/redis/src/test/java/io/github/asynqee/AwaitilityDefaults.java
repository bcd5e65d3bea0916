package io.github.asynqee;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * The default waits of Awaitility, in this module and in modules that use its fixtures. JUnit finds this class among
 * its services and calls it before the first test.
 */
public final class AwaitilityDefaults implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(20));
        // conditions of engine threads hold for a short time only
        Awaitility.setDefaultPollInterval(Duration.ofMillis(2));
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.pollInSameThread();
        // Redis may be unreachable for a while, and threads of the engine may be meant to fail
        Awaitility.ignoreExceptionsByDefault();
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}
