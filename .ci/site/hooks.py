"""Links of a page to files outside of docs/ lead to the repository."""
import posixpath
import re

LINK = re.compile(r"(\]\()(\.\./[^)#\s]*)((?:#[^)\s]*)?\))")


def on_page_markdown(markdown, page, config, files):
    def target(match):
        path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page.file.src_uri), match.group(2)))
        if path.startswith("docs/") and files.get_file_from_path(path[len("docs/"):]):
            return match.group(0)
        return match.group(1) + config["repo_url"].rstrip("/") + "/blob/main/" + path + match.group(3)

    return LINK.sub(target, markdown)
