/**
 * The shell script that runs beside the server as long as any process uses it.
 *
 * Each process that uses a server holds the writing end of the pipe `users` in its data folder. The kernel closes that
 * end however a process ends, including by `kill -9`, so the end of the pipe means that no user is left, and then the
 * server is stopped in an orderly way. This needs no owner and no counter, and leaves no orphan.
 *
 * The name is removed before the last check, so a process that joined in between is still waited for, and a later one
 * finds no pipe and starts another server.
 *
 * When two start at the same moment, one may find that the other has just created the pipe: either way there is one.
 * The server of the slower one finds the data folder in use and ends, and its keeper ends with it.
 *
 * It runs in the data folder, and in its own session: Ctrl-C in a terminal must not stop the server before the requests
 * in flight are finished.
 */
export const keeperScript = `
[ -p users ] || mkfifo -m 600 users || [ -p users ] || exit 1
exec 3<users || exit 1
"$@" 3<&- &
server=$!
{
  while read -r _ <&3; do :; done
  rm -f users
  while read -r _ <&3; do :; done
  kill -INT $server
} &
watch=$!
exec 3<&-
wait $server
status=$?
kill $watch 2>/dev/null
exit $status
`;

/** The pipe's name in the data folder. */
export const usersPipe = "users";
