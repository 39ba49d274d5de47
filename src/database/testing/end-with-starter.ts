/**
 * Loaded with --import before a program that leads a process group and has an IPC channel: it ends with its whole group
 * when its starter has ended, including by `kill -9`.
 */
export const endWithStarter = `data:text/javascript,${encodeURIComponent(`
  process.once("disconnect", () => process.kill(-process.pid, "SIGKILL"));
  process.channel?.unref();
`)}`;
