package io.github.asynqee.console.api;

import java.time.Instant;
import java.util.Set;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.alert.AlertSettings;
import io.github.asynqee.console.alert.AlertView;
import io.github.asynqee.console.alert.Alerts;
import io.github.asynqee.console.alert.IncidentView;
import io.github.asynqee.console.alert.SettingsForm;
import io.github.asynqee.console.alert.Silence;
import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.ApiGuard;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.json.Body;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.view.Page;

/** Alerts: open and closed incidents, rules, silences and tests of targets. */
@Path("{redis}/alerts")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class AlertResource {

    private static final int MAX_REASON = 500;

    @PathParam("redis")
    String redis;

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    @GET
    @Allowed(Role.VIEWER)
    public AlertView view() {
        Alerts alerts = alerts();
        return instance().redis().limited(alerts::view);
    }

    @GET
    @Path("history")
    @Allowed(Role.VIEWER)
    public Page<IncidentView> history() {
        Alerts alerts = alerts();
        return Page.all(instance().redis().limited(alerts::history));
    }

    @POST
    @Path("settings")
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.ADMIN)
    @Action("alert.settings")
    public AlertSettings settings(String text) {
        Body body = Body.of(text, SettingsForm.MEMBERS);
        Long revision = body.number("revision");
        if (revision == null) {
            throw ProblemException
                    .badRequest("\"revision\" is missing: send the revision of the settings that you have read.");
        }
        AlertSettings wanted = SettingsForm.read(body);
        notes.detail(wanted.described());
        Alerts alerts = alerts();
        return instance().redis().limited(() -> alerts.change(revision, wanted));
    }

    @POST
    @Path("silences")
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.ADMIN)
    @Action("alert.silence")
    public Silence silence(String text) {
        Body body = Body.of(text, Set.of("code", "queues", "until", "reason"));
        String code = SettingsForm.code(body.text("code"));
        String queues = SettingsForm.pattern(body.text("queues"));
        Instant until = body.time("until");
        if (until == null) {
            throw ProblemException.badRequest("\"until\" is missing.");
        }
        String reason = body.requiredText("reason", MAX_REASON);
        String user = ApiGuard.user(http);
        Alerts alerts = alerts();
        Silence silence = instance().redis().limited(() -> alerts.silence(code, queues, until, reason, user));
        describe(silence);
        return silence;
    }

    @DELETE
    @Path("silences/{silence}")
    @Allowed(Role.ADMIN)
    @Action("alert.unsilence")
    public void endSilence(@PathParam("silence") String id) {
        Alerts alerts = alerts();
        describe(instance().redis().limited(() -> alerts.endSilence(id)));
    }

    private void describe(Silence silence) {
        notes.detail("code " + (silence.code() == null ? "any" : silence.code()) + ", queues "
                + (silence.queues() == null ? "any" : silence.queues()) + ", until " + Json.time(silence.until()) + ": "
                + silence.reason());
    }

    /** Sends in the thread of the request: it does not concern Redis. */
    @POST
    @Path("targets/{target}/test")
    @Allowed(Role.ADMIN)
    @Action("alert.test")
    public void test(@PathParam("target") String target) {
        notes.detail("target " + target);
        alerts().test(target, ApiGuard.user(http));
    }

    private Alerts alerts() {
        return instance().alerts();
    }

    private RedisConsole instance() {
        return console.of(redis);
    }
}
