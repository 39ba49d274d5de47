/**
 * The shell script that runs beside the server for as long as anybody uses it.
 *
 * Everyone who uses a server holds the writing end of the pipe `users` in its data folder. The kernel closes that end
 * however a process ends, `kill -9` included, so the end of the pipe means that nobody is left, and then the server is
 * stopped in good order. No owner, no counting, no orphan.
 *
 * The name is removed before the last look, so whoever slipped in meanwhile is still waited for, and whoever comes
 * after that finds no pipe and starts anew.
 *
 * When two start at the same moment, one may find that the other has just made the pipe: either way there is one. The
 * server of the slower one finds the data folder in use and ends, and its keeper ends with it.
 *
 * It runs in the data folder, and a session of its own: Ctrl-C in a terminal must not stop the server before the
 * requests in flight are done.
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
