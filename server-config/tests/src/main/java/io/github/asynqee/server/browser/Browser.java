package io.github.asynqee.server.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;

/** Chromium without a window, with the gestures of a user. */
public final class Browser implements AutoCloseable {

    public static final String TAB = "\uE004";
    public static final String ENTER = "\uE007";
    public static final String CONTROL = "\uE009";
    public static final String ESCAPE = "\uE00C";
    public static final String DOWN = "\uE015";

    private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

    private final WebDriver driver;

    private Browser(WebDriver driver) {
        this.driver = driver;
    }

    /** Why there is no browser on this machine; empty if there is one. */
    public static Optional<String> missing() {
        return WebDriver.missing();
    }

    public static Browser start() throws IOException {
        return new Browser(WebDriver.start());
    }

    public void go(URI page) {
        driver.post("url", Json.createObjectBuilder().add("url", page.toString()).build());
    }

    public String url() {
        return ((JsonString) driver.get("url")).getString();
    }

    /** The tab that is shown. */
    public String tab() {
        return ((JsonString) driver.get("window")).getString();
    }

    /** Opens a tab of the same user, and shows it. */
    public void openTab() {
        JsonObject tab = driver.post("window/new", Json.createObjectBuilder().add("type", "tab").build())
                .asJsonObject();
        showTab(tab.getString("handle"));
    }

    public void showTab(String tab) {
        driver.post("window", Json.createObjectBuilder().add("handle", tab).build());
    }

    /** Forgets all cookies: no user is logged in any more. */
    public void forgetCookies() {
        driver.chromium("Network.clearBrowserCookies", Json.createObjectBuilder());
    }

    /** Forgets all files that were loaded. */
    public void emptyCache() {
        driver.chromium("Network.clearBrowserCache", Json.createObjectBuilder());
    }

    /** Clicks the element, which must be visible. */
    public void click(String css) {
        driver.post("element/" + find(css) + "/click", JsonValue.EMPTY_JSON_OBJECT);
    }

    /** Replaces the text of a field, as a user does. */
    public void fill(String css, String text) {
        String element = find(css);
        driver.post("element/" + element + "/clear", JsonValue.EMPTY_JSON_OBJECT);
        driver.post("element/" + element + "/value", Json.createObjectBuilder().add("text", text).build());
    }

    /** Presses and releases keys, one after the other, wherever the focus is. */
    public void keys(String keys) {
        JsonArrayBuilder actions = Json.createArrayBuilder();
        keys.codePoints().mapToObj(Character::toString).forEach(key -> actions.add(key("keyDown", key))
                .add(key("keyUp", key)));
        perform(actions);
    }

    /** Presses a key while Control is held. */
    public void control(String key) {
        perform(Json.createArrayBuilder().add(key("keyDown", CONTROL)).add(key("keyDown", key)).add(key("keyUp", key))
                .add(key("keyUp", CONTROL)));
    }

    private static JsonObject key(String type, String key) {
        return Json.createObjectBuilder().add("type", type).add("value", key).build();
    }

    private void perform(JsonArrayBuilder actions) {
        driver.post("actions", Json.createObjectBuilder().add("actions", Json.createArrayBuilder()
                .add(Json.createObjectBuilder().add("type", "key").add("id", "keys").add("actions", actions)))
                .build());
    }

    /** The result of a script, for example {@code return document.title}. */
    public JsonValue script(String code) {
        return driver.post("execute/sync", code(code));
    }

    /** The text that a script returns. */
    public String text(String code) {
        return script(code) instanceof JsonString text ? text.getString() : "";
    }

    /** What a script passes to its last argument, a function. */
    public JsonValue asyncScript(String code) {
        return driver.post("execute/async", code(code));
    }

    private static JsonObject code(String code) {
        return Json.createObjectBuilder().add("script", code).add("args", Json.createArrayBuilder()).build();
    }

    /** The visible text of the page. */
    public String text() {
        return text("return document.body.innerText");
    }

    /** Clicks the first visible button or link whose text or name begins so; behind a dialog nothing can be clicked. */
    public boolean clickText(String text) {
        String wanted = Json.createValue(text).toString();
        return script("const e = [...(document.querySelector('dialog') ?? document).querySelectorAll('button, a')]"
                + ".find(e => (e.innerText.trim().startsWith(" + wanted
                + ") || (e.getAttribute('aria-label') ?? '').startsWith(" + wanted + ")) && e.offsetParent"
                + " && e.getAttribute('aria-disabled') !== 'true'); if (e) e.click(); return !!e;")
                .equals(JsonValue.TRUE);
    }

    /** Lays the page out for a screen of this size; up to 800 pixels of width it is that of a phone. */
    public void size(int width, int height) {
        driver.chromium("Emulation.setDeviceMetricsOverride", Json.createObjectBuilder().add("width", width)
                .add("height", height).add("deviceScaleFactor", 1).add("mobile", width <= 800));
    }

    /** Writes what is visible to a file. */
    public void screenshot(Path png) {
        String image = ((JsonString) driver.get("screenshot")).getString();
        try {
            Files.createDirectories(png.getParent());
            Files.write(png, Base64.getDecoder().decode(image));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String find(String css) {
        return driver.post("element", Json.createObjectBuilder().add("using", "css selector").add("value", css).build())
                .asJsonObject().getString(ELEMENT);
    }

    @Override
    public void close() {
        driver.close();
    }
}
