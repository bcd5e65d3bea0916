package io.github.asynqee.server.console;

import java.io.IOException;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Added to the console: a page that refuses all users, and others that fail. */
@WebServlet("/fail/*")
public class FailingPage extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getPathInfo().equals("/forbidden")) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
        } else {
            throw new IllegalStateException("the secret <b>cause</b>");
        }
    }
}
