import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";

const program = resolve(import.meta.dirname, "../../../.cache/server/start.js");

/** The token of the service. */
export const token = "token-of-a-bench";

/** Starts the console with its service on this database. */
export const startConsole = async (
  url: string,
  dataDir: string,
): Promise<{ child: ChildProcess; urls: string[] }> => {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: "0",
      SERVICE_PORT: "0",
      SERVICE_DEMO: "0",
      SERVICE_RATE_LIMIT: "0",
      SERVICE_TOKEN: token,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes("ready ")) break;
  }
  return { child, urls: output.match(/http:\S+/g) ?? [] };
};
