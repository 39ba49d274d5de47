// Loaded into a program that a test or the check starts: when the starting process ends, in any way, the program
// stops too. Its own children inherit the option that loads this, but neither the parent nor its channel.
if (process.env["ENDS_WITH"] === String(process.ppid)) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
