// Loaded into a program that a test starts: when the test's process is gone, however it ended, the program stops too.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
