package io.github.asynqee.console.alert;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.console.json.Member;

/**
 * The alerts of one Redis as shown to users.
 *
 * @param enabled whether this node evaluates alerts
 * @param intervalMs the time between two evaluations
 * @param status the last evaluation by any node, {@code null} if there was none
 * @param incidents open incidents
 * @param settings the settings, with the silences that have not ended
 * @param codes the codes that findings can have
 */
public record AlertView(boolean enabled, Duration intervalMs, AlertStatus status, List<IncidentView> incidents,
        AlertSettings settings, List<String> codes, List<TargetView> targets) {

    /**
     * A target without secrets.
     *
     * @param kind how it is reached
     * @param address a part of the address
     */
    public record TargetView(String name, @Member(values = "webhook|mail") String kind, String address) {}
}
