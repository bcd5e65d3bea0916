package io.github.asynqee.console.security;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.github.asynqee.console.config.ConsoleConfig;
import org.eclipse.microprofile.config.ConfigProvider;

/** Headers that restrict how a browser uses a response. */
public class SecurityHeaders implements Filter {

    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
    static final String PERMISSIONS_POLICY = "accelerometer=(), camera=(), geolocation=(), gyroscope=(), "
            + "magnetometer=(), microphone=(), payment=(), usb=()";

    /** A year. Other hosts of the domain are not concerned. */
    static final String TRANSPORT_SECURITY = "max-age=31536000";
    /** Makes browsers drop an earlier setting. */
    private static final String NO_TRANSPORT_SECURITY = "max-age=0";

    private final boolean hsts;

    /** Creates the filter with the configuration of the application. */
    public SecurityHeaders() {
        this(ConsoleConfig.of(ConfigProvider.getConfig()).hsts());
    }

    SecurityHeaders(boolean hsts) {
        this.hsts = hsts;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletResponse http = (HttpServletResponse) response;
        http.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        http.setHeader("Permissions-Policy", PERMISSIONS_POLICY);
        http.setHeader("X-Content-Type-Options", "nosniff");
        http.setHeader("Referrer-Policy", "same-origin");
        http.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        http.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        if (request.isSecure()) {
            http.setHeader("Strict-Transport-Security", hsts ? TRANSPORT_SECURITY : NO_TRANSPORT_SECURITY);
        }
        if (((HttpServletRequest) request).getServletPath().startsWith("/api")) {
            http.setHeader("Cache-Control", "no-store");
        }
        chain.doFilter(request, response);
    }
}
