package io.github.asynqee.server.start.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;

/** The last of the application's servlets to be loaded. */
@WebServlet(urlPatterns = "/failing", loadOnStartup = 1_000_000)
public class FailingServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    public void init() {
        Failure.fail();
    }
}
