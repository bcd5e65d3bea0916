package io.github.asynqee.console.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.SessionOwner;

/**
 * The page shown instead of a page that failed. It is sent under the requested address, so its links are relative to
 * that address.
 */
public class ErrorPage extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final String TEMPLATE = "/WEB-INF/error.html";

    private transient String template;

    /** The text of the page: HTML without any part of the request. */
    private enum Reason {

        NO_ROLE("No permission", "Your account has none of the roles <code>asynq-viewer</code>, "
                + "<code>asynq-operator</code> and <code>asynq-admin</code>, so you were logged out. Ask the administrator "
                + "of the server for one of them.", "Log in"),
        FORBIDDEN("No permission", "Your role does not permit this.", "Overview"),
        NOT_FOUND("Not found", "The console has no such page.", "Overview"),
        FAILURE("Failure", "The console could not answer. The cause is in the log of the server.", "Overview");

        private final String title;
        private final String text;
        private final String link;

        Reason(String title, String text, String link) {
            this.title = title;
            this.text = text;
            this.link = link;
        }

        static Reason of(HttpServletRequest request) {
            return switch ((Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE)) {
                case HttpServletResponse.SC_FORBIDDEN -> Role.of(request::isUserInRole).isEmpty() ? NO_ROLE : FORBIDDEN;
                case HttpServletResponse.SC_NOT_FOUND -> NOT_FOUND;
                default -> FAILURE;
            };
        }
    }

    @Override
    public void init() throws ServletException {
        try (InputStream in = getServletContext().getResourceAsStream(TEMPLATE)) {
            template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ServletException(TEMPLATE + " cannot be read", e);
        }
    }

    /** Answers requests of every HTTP method. */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (request.getDispatcherType() != DispatcherType.ERROR) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        Reason reason = Reason.of(request);
        if (SessionOwner.isAnother(request)) {
            SessionOwner.forget(request, response);
        } else if (reason == Reason.NO_ROLE) {
            logOut(request);
        }
        byte[] content = template.replace("{title}", reason.title).replace("{text}", reason.text)
                .replace("{link}", reason.link).replace("{root}", root(request)).getBytes(StandardCharsets.UTF_8);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("text/html;charset=UTF-8");
        response.setContentLength(content.length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(content);
        }
    }

    /**
     * Logs out a user without a role. Otherwise the user would get this page until the session ends, and could not log
     * in as another user.
     */
    private static void logOut(HttpServletRequest request) throws ServletException {
        request.logout();
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
    }

    /**
     * Returns the relative path from the requested address to the console, because a proxy may use another context
     * path.
     */
    private static String root(HttpServletRequest request) {
        String asked = Objects.toString(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI), "");
        String path = asked.substring(Math.min(asked.length(), request.getContextPath().length()));
        long folders = path.chars().filter(character -> character == '/').count() - 1;
        return "./" + "../".repeat((int) Math.max(0, folders));
    }
}
