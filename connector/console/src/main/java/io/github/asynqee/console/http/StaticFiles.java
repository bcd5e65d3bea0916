package io.github.asynqee.console.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Serves the files of the pages from memory, compressed on every server. Browsers keep them and ask whether they have
 * changed, so that a page never consists of files of two versions.
 * <p> It takes the place of the server's own servlet for files. The servlet of Open Liberty adds a mapping and a cached
 * entry for each file at its first request. If the first two files of a folder are requested at the same time, one of
 * them may not get a mapping. Its cached entry then outlives the application, and after the next deployment the server
 * answers requests for the file with 503 until it is restarted.
 */
public class StaticFiles extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final String CACHE = "Cache-Control";
    private static final Set<String> PAGES = Set.of("/index.html", "/login.html", "/login-error.html");
    private static final Set<String> FOLDERS = Set.of("/js/", "/css/", "/img/");

    private transient Map<String, StaticFile> files = Map.of();

    @Override
    public void init() throws ServletException {
        Map<String, StaticFile> read = new HashMap<>();
        try {
            for (String page : PAGES) {
                read(page, read);
            }
            for (String folder : FOLDERS) {
                readAll(folder, read);
            }
        } catch (IOException e) {
            throw new ServletException("the files of the console cannot be read", e);
        }
        files = Map.copyOf(read);
    }

    private void readAll(String folder, Map<String, StaticFile> read) throws IOException {
        Set<String> paths = Objects.requireNonNullElse(getServletContext().getResourcePaths(folder), Set.of());
        for (String path : paths) {
            if (path.endsWith("/")) {
                readAll(path, read);
            } else {
                read(path, read);
            }
        }
    }

    private void read(String path, Map<String, StaticFile> read) throws IOException {
        ServletContext context = getServletContext();
        String type = StaticFile.type(path).orElse(null);
        if (type == null) {
            return;
        }
        try (InputStream in = context.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException(path + " is not in the archive");
            }
            read.put(path, StaticFile.read(type, in));
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        StaticFile file = files
                .get(request.getServletPath() + Objects.requireNonNullElse(request.getPathInfo(), ""));
        if (file == null) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        // a page sent instead of the requested page, such as the login page, has the header of the server
        if (request.getDispatcherType() == DispatcherType.REQUEST || !response.containsHeader(CACHE)) {
            response.setHeader(CACHE, "no-cache");
        }
        response.setHeader("ETag", file.tag());
        response.setHeader("Vary", "Accept-Encoding");
        if (file.isKnownTo(request.getHeader("If-None-Match"))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setContentType(file.type() + ";charset=UTF-8");
        send(response, isGzipAccepted(request) ? zipped(response, file) : file.content());
    }

    /** Whether gzip is accepted with a weight above 0. */
    private static boolean isGzipAccepted(HttpServletRequest request) {
        String accepted = request.getHeader("Accept-Encoding");
        return accepted != null && Stream.of(accepted.toLowerCase(Locale.ROOT).split(",")).map(String::strip)
                .anyMatch(coding -> coding.equals("gzip") || coding.startsWith("gzip") && isWanted(coding));
    }

    /** {@code q=0} excludes a coding. */
    private static boolean isWanted(String coding) {
        String weight = coding.substring("gzip".length()).strip();
        String value = weight.startsWith(";") ? weight.substring(1).strip() : "";
        return value.startsWith("q=") && value.chars().anyMatch(c -> c >= '1' && c <= '9');
    }

    private static byte[] zipped(HttpServletResponse response, StaticFile file) {
        response.setHeader("Content-Encoding", "gzip");
        return file.zipped();
    }

    private static void send(HttpServletResponse response, byte[] content) throws IOException {
        response.setContentLength(content.length);
        response.getOutputStream().write(content);
    }

    /**
     * Serves the file as for GET, because a server forwards a request of any method that needs a login to the login
     * page.
     */
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        if (request.getDispatcherType() == DispatcherType.REQUEST) {
            super.doPost(request, response);
        } else {
            doGet(request, response);
        }
    }
}
