/**
 * Loaded with --import before a program that leads a group and has an IPC channel: it ends with its whole group when
 * whoever started it is gone, `kill -9` included.
 */
export const endWithStarter = `data:text/javascript,${encodeURIComponent(`
  process.once("disconnect", () => process.kill(-process.pid, "SIGKILL"));
  process.channel?.unref();
`)}`;
