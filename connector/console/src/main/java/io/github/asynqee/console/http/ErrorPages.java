package io.github.asynqee.console.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

import io.github.asynqee.console.security.Role;

/**
 * The pages in place of one that cannot be shown. They are sent under the address that was asked for, so that their links
 * lead up from there.
 */
public class ErrorPages extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final String FOLDER = "/WEB-INF/error/";
    /** In the pages: where the console begins. */
    private static final String ROOT = "{root}";

    private transient Map<String, String> pages = Map.of();

    @Override
    public void init() throws ServletException {
        Map<String, String> read = new HashMap<>();
        Set<String> paths = Objects.requireNonNullElse(getServletContext().getResourcePaths(FOLDER), Set.of());
        for (String path : paths) {
            try (InputStream in = getServletContext().getResourceAsStream(path)) {
                read.put(path.substring(FOLDER.length() - 1), new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new ServletException(path + " cannot be read", e);
            }
        }
        pages = Map.copyOf(read);
    }

    /** Whatever the method of the request was. */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String page = pages.get(Objects.requireNonNullElse(request.getPathInfo(), ""));
        if (page == null || request.getDispatcherType() != DispatcherType.ERROR) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        if (isForbidden(request) && Role.of(request::isUserInRole).isEmpty()) {
            logOut(request);
        }
        byte[] content = page.replace(ROOT, root(request)).getBytes(StandardCharsets.UTF_8);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("text/html;charset=UTF-8");
        response.setContentLength(content.length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(content);
        }
    }

    private static boolean isForbidden(HttpServletRequest request) {
        return Objects.equals(HttpServletResponse.SC_FORBIDDEN,
                request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE));
    }

    /** A user without a role would get this page until the session ends, and could not log in as another one. */
    private static void logOut(HttpServletRequest request) throws ServletException {
        request.logout();
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
    }

    /** A proxy may show the console under another path than the server's. */
    private static String root(HttpServletRequest request) {
        String asked = Objects.toString(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI), "");
        String path = asked.substring(Math.min(asked.length(), request.getContextPath().length()));
        long folders = path.chars().filter(character -> character == '/').count() - 1;
        return "./" + "../".repeat((int) Math.max(0, folders));
    }
}
