# Runs a Redis server until this shell's stdin, which the JVM holds, is closed: it outlives the shutdown hooks of the JVM
# but never the JVM itself, even if the JVM is killed. The first line of output is the server's pid.
# A line on stdin stops the server. End of input without a line means that the JVM has exited without deleting the
# temporary directories of the server and of the program: they are deleted here.
exec 3<&0 </dev/null
# prints the pid first and then becomes the server, so that the pid precedes the server's output
/bin/sh -c 'echo $$; exec "$@"' redis "$@" 3<&- &
redis=$!
(
    read -r _ <&3
    end=$?
    trap 'exit $end' TERM
    kill -TERM $redis
    kill -CONT $redis
    # a server that executes an endless script does not react
    sleep 10 &
    wait $!
    kill -KILL $redis
    exit $end
) >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait $redis
status=$?
kill $watch 2>/dev/null
wait $watch
if [ $? = 1 ]; then
    here=$PWD
    cd /
    for directory in "$here" "${1%/*}"; do
        case "${directory##*/}" in
            asynq-testkit-[0-9]*) rm -rf "$directory" ;;
        esac
    done
fi
exit $status
