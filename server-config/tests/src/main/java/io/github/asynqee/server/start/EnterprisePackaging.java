package io.github.asynqee.server.start;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.server.process.AppServer;

/** Where an EAR has the connector and its configuration: in {@code lib/}, or in each of its WARs. */
enum EnterprisePackaging {

    ALL_IN_LIB(1, true, true), CONFIG_IN_WAR(1, true, false), CONNECTOR_IN_WAR(1, false, true),
    ALL_IN_WAR(1, false, false), ALL_IN_LIB_OF_TWO(2, true, true), CONFIG_IN_TWO_WARS(2, true, false),
    CONNECTOR_IN_TWO_WARS(2, false, true), ALL_IN_TWO_WARS(2, false, false);

    private final int wars;
    private final boolean connectorInLib;
    private final boolean configInLib;

    EnterprisePackaging(int wars, boolean connectorInLib, boolean configInLib) {
        this.wars = wars;
        this.connectorInLib = connectorInLib;
        this.configInLib = configInLib;
    }

    int wars() {
        return wars;
    }

    boolean isConnectorInLib() {
        return connectorInLib;
    }

    boolean isConfigInLib() {
        return configInLib;
    }

    /** Whether the application runs its tasks; otherwise its deployment fails. */
    boolean runsOn(AppServer server) {
        return connectorInLib && configInLib || server == AppServer.LIBERTY && wars == 1;
    }

    /** The sentences in the log if it does not run. */
    List<String> sentences(String archive) {
        List<String> sentences = new ArrayList<>();
        if (!connectorInLib) {
            sentences.add(wars == 1 ? "asynq: the server does not find the connector in its module. In an EAR put "
                    : "asynq: the connector is in 2 modules of the application. In an EAR put ");
        }
        if (!configInLib) {
            sentences.add("asynq: the server does not read ");
            sentences.add("/" + archive + "-");
            sentences.add("/META-INF/microprofile-config.properties, which has mp.messaging.incoming.");
        }
        return sentences;
    }
}
