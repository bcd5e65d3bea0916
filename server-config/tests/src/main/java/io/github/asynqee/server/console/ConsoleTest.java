package io.github.asynqee.server.console;

import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.SharedDeployments;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A test of the deployed console from outside. */
abstract class ConsoleTest extends EmptyRedisTest {

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }
}
