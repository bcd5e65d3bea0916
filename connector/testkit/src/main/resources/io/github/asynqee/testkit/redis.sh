# Runs a Redis that lives exactly as long as this shell's stdin is open, which the JVM holds: it outlives every
# shutdown hook of that JVM, and never the JVM itself, however it ends. First line of output: the server's pid.
# A line on stdin asks it to stop. An end without a line means that the JVM has gone and left its temporary
# directories, this one and the one of the program, to us.
exec 3<&0 </dev/null
# it prints its own pid before it becomes the server, whose output can then only follow
/bin/sh -c 'echo $$; exec "$@"' redis "$@" 3<&- &
redis=$!
(
    read -r _ <&3
    end=$?
    trap 'exit $end' TERM
    kill -TERM $redis
    kill -CONT $redis
    # one that is busy with an endless script does not listen
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
