package io.github.asynqee.server;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The sample and the console, as the {@code @Deployment} of a test returns them. */
public final class SampleDeployment {

    private SampleDeployment() {}

    public static WebArchive sample() {
        return ShrinkWrap.createFromZipFile(WebArchive.class, ServerUnderTest.war().toFile());
    }

    public static WebArchive console() {
        return ShrinkWrap.createFromZipFile(WebArchive.class, ServerUnderTest.consoleWar().toFile());
    }

    /** The console with its own configuration, which overrides that of the server. */
    public static WebArchive console(String... properties) {
        return console().addAsResource(new StringAsset("config_ordinal=1000\n" + String.join("\n", properties) + "\n"),
                "META-INF/microprofile-config.properties");
    }
}
