# Runs a Redis that lives exactly as long as this shell's stdin is open, which the JVM holds: it outlives every
# shutdown hook of that JVM, and never the JVM itself, however it ends. First line of output: the server's pid.
exec 3<&0 </dev/null
"$@" 3<&- &
redis=$!
echo "$redis"
(read -r _ <&3; kill -TERM $redis; kill -CONT $redis) >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait $redis
status=$?
kill $watch 2>/dev/null
exit $status
