package io.github.asynqee.console.security;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** Decides by headers that scripts cannot set whether a page of this console sent a change. */
public final class Origins {

    private static final String HTTP = "http:";

    private final Set<String> allowed;

    /**
     * Creates the check.
     *
     * @param allowed origins in addition to the request's own host, for proxies that change the header {@code Host}
     */
    public Origins(Set<String> allowed) {
        this.allowed = allowed;
    }

    /**
     * Whether the request may change anything.
     *
     * @param origin the header {@code Origin}, {@code null} if absent
     * @param host the header {@code Host}
     * @param secure whether the request came over HTTPS: a page over HTTP, which anyone on the network path can forge,
     *        then changes nothing
     * @param fetchSite the header {@code Sec-Fetch-Site}, {@code null} if absent
     */
    public boolean accept(String origin, String host, boolean secure, String fetchSite) {
        boolean known = origin != null && allowed.contains(origin);
        if (fetchSite != null && !fetchSite.equals("same-origin") && !fetchSite.equals("none") && !known) {
            return false;
        }
        return origin == null || known
                || isOfHost(origin, host) && !(secure && origin.regionMatches(true, 0, HTTP, 0, HTTP.length()));
    }

    private static boolean isOfHost(String origin, String host) {
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority != null && host != null
                    && authority.toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
