package io.github.asynqee.server.browser;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import jakarta.json.Json;

import io.github.asynqee.server.process.ReservedPorts;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.SessionNotCreatedException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;

/** Chromium without a window, with the gestures of a user. */
public final class Browser extends ChromeDriver implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Browser(ChromeDriverService service, ChromeOptions options) {
        super(service, options);
    }

    /** Why this machine has no browser; empty if it has one. */
    public static Optional<String> missing() {
        return Stream.of("chromium", "chromedriver").filter(name -> onPath(name).isEmpty()).findFirst()
                .map(name -> "there is no " + name + " on the PATH: apt-get install chromium chromium-driver");
    }

    private static Optional<File> onPath(String name) {
        return Stream.of(System.getenv("PATH").split(":")).map(directory -> new File(directory, name))
                .filter(File::canExecute).findFirst();
    }

    /** Starts a separate browser. Tries again if Chromium takes too long to start on a busy machine. */
    public static Browser start() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(onPath("chromium").orElseThrow());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--window-size=1440,1000");
        return await().atMost(LIMIT).ignoreException(SessionNotCreatedException.class)
                .until(() -> new Browser(driver(ReservedPorts.next()), options), any -> true);
    }

    private static ChromeDriverService driver(int port) throws IOException {
        ChromeDriverService driver = new ChromeDriverService(onPath("chromedriver").orElseThrow(), port, LIMIT,
                List.of("--port=" + port), Map.of());
        driver.sendOutputTo(OutputStream.nullOutputStream());
        return driver;
    }

    /** Closes the other tabs, leaves the page, logs the user out and removes the size. */
    public void reset() {
        String current = getWindowHandle();
        getWindowHandles().stream().filter(tab -> !tab.equals(current)).forEach(tab -> switchTo().window(tab).close());
        switchTo().window(current);
        get("about:blank");
        forgetCookies();
        executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }

    /** Ends the browser. */
    @Override
    public void close() {
        quit();
    }

    /** Deletes the cookies of all pages, which logs all users out. */
    public void forgetCookies() {
        executeCdpCommand("Network.clearBrowserCookies", Map.of());
    }

    /** Clicks the element, which must be visible. */
    public void click(String css) {
        findElement(By.cssSelector(css)).click();
    }

    /** Replaces the text of a field, as a user does. */
    public void fill(String css, String text) {
        WebElement field = findElement(By.cssSelector(css));
        field.clear();
        field.sendKeys(text);
    }

    /** Presses and releases keys, one after the other, wherever the focus is. */
    public void keys(CharSequence keys) {
        new Actions(this).sendKeys(keys).perform();
    }

    /** Presses a key while Control is held. */
    public void control(String key) {
        new Actions(this).keyDown(Keys.CONTROL).sendKeys(key).keyUp(Keys.CONTROL).perform();
    }

    /** Whether an expression is true on the page. */
    public boolean is(String expression) {
        return executeScript("return !!(" + expression + ")").equals(true);
    }

    /** The text that a script returns, for example {@code return document.title}. */
    public String text(String code) {
        return executeScript(code) instanceof String text ? text : "";
    }

    /** The visible text of the page. */
    public String text() {
        return text("return document.body.innerText");
    }

    /** Clicks the first visible button or link whose text or name begins so; behind a dialog nothing can be clicked. */
    public boolean clickText(String text) {
        String wanted = Json.createValue(text).toString();
        return executeScript(
                "const e = [...(document.querySelector('dialog') ?? document).querySelectorAll('button, a')]"
                        + ".find(e => (e.innerText.trim().startsWith(" + wanted
                        + ") || (e.getAttribute('aria-label') ?? '').startsWith(" + wanted + ")) && e.offsetParent"
                        + " && e.getAttribute('aria-disabled') !== 'true'); if (e) e.click(); return !!e;")
                .equals(true);
    }

    /** Lays the page out for a screen of this size; up to 800 pixels of width it is that of a phone. */
    public void size(int width, int height) {
        executeCdpCommand("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width <= 800));
    }

    /** Writes the visible part of the page to a file. */
    public void screenshot(Path png) {
        try {
            Files.createDirectories(png.getParent());
            Files.write(png, getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
