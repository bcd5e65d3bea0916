"""check_release.py <repository> <version> <module folder>...: whether the repository has exactly the published modules, and
of each all that a public repository wants. Prints what is wrong, and then fails."""

import hashlib
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as xml
import zipfile

POM = {"": "http://maven.apache.org/POM/4.0.0"}
wrong = []


def text(pom, path):
    return pom.findtext(path, namespaces=POM)


def check_pom(file, version):
    pom = xml.parse(file).getroot()
    for element in ("name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
                    "scm/connection", "scm/url"):
        if not text(pom, element):
            wrong.append(f"{file.name} has no {element}")
    if text(pom, "version") != version:
        wrong.append(f"{file.name} has the version {text(pom, 'version')}")
    if pom.find("parent", POM) is not None:
        wrong.append(f"{file.name} has a parent")
    content = file.read_text("utf-8").replace("${project.version}", version)
    for of_the_build in ("SNAPSHOT", "<properties>", "${", "file:"):
        if of_the_build in content:
            wrong.append(f"{file.name} contains {of_the_build}")
    if text(pom, "url") != text(pom, "scm/url"):
        wrong.append(f"{file.name} has an address of its own: {text(pom, 'url')}, {text(pom, 'scm/url')}")
    return pom


def check_javadoc(file):
    with zipfile.ZipFile(file) as pages:
        if internal := [name for name in pages.namelist() if "/internal/" in name]:
            wrong.append(f"{file.name} documents internal types: {internal[0]} and {len(internal) - 1} more")


def check_file(file):
    for algorithm in ("md5", "sha1"):
        digest = file.with_name(f"{file.name}.{algorithm}")
        if not digest.exists():
            wrong.append(f"{file.name} has no {algorithm}")
        elif digest.read_text().strip() != hashlib.new(algorithm, file.read_bytes()).hexdigest():
            wrong.append(f"{file.name} has another {algorithm}")
    signature = file.with_name(f"{file.name}.asc")
    if not signature.exists():
        wrong.append(f"{file.name} has no signature")
    elif subprocess.run(["gpg", "--batch", "-q", "--verify", signature, file], capture_output=True).returncode:
        wrong.append(f"{file.name} has a signature of another key or content")


def check_module(folder, version):
    name = f"{folder.parent.name}-{version}"
    pom = check_pom(folder / f"{name}.pom", version)
    packaging = text(pom, "packaging") or "jar"
    expected = [f"{name}.pom", f"{name}-cyclonedx.json"]
    if packaging != "pom":
        archive = "jar" if packaging == "maven-archetype" else packaging
        expected += [f"{name}.{archive}", f"{name}-sources.jar", f"{name}-javadoc.jar"]
    for file in expected:
        if not (folder / file).exists():
            wrong.append(f"{file} is missing")
        elif file.endswith("-javadoc.jar"):
            check_javadoc(folder / file)
    for file in sorted(folder.iterdir()):
        if file.suffix not in (".md5", ".sha1", ".sha256", ".sha512", ".asc"):
            check_file(file)
    return packaging


def check_bom(pom, packagings):
    managed = {text(each, "artifactId") for each in xml.parse(pom).getroot().iterfind(
        "dependencyManagement/dependencies/dependency", POM)}
    usable = {name for name, packaging in packagings.items() if packaging in ("jar", "war")}
    if managed != usable:
        wrong.append(f"asynq-bom differs from what is published in {sorted(managed ^ usable)}")


def main(repository, version, *modules):
    group = pathlib.Path(repository, "io/github/asynqee")
    declared = {text(xml.parse(pathlib.Path(module, "pom.xml")).getroot(), "artifactId") for module in modules}
    found = {folder.name for folder in group.iterdir() if folder.is_dir()}
    if declared != found:
        wrong.append(f"published and declared differ in {sorted(declared ^ found)}")
    packagings = {name: check_module(group / name / version, version) for name in sorted(declared & found)}
    check_bom(group / "asynq-bom" / version / f"asynq-bom-{version}.pom", packagings)
    for each in wrong:
        print("WRONG:", each)
    print(f"{len(packagings)} modules of version {version} in {repository}: {len(wrong)} defects")
    sys.exit(bool(wrong))


main(*sys.argv[1:])
