// The container's health check: exit code 0 if the console of this machine responds. A certificate is for other names.
import { get as getHttp } from "node:http";
import { get as getHttps } from "node:https";

const { PORT = "4200", TLS_CERT } = process.env;
const [get, scheme] = TLS_CERT ? [getHttps, "https"] : [getHttp, "http"];
const url = `${scheme}://127.0.0.1:${PORT}/healthz`;
get(url, { rejectUnauthorized: false, timeout: 4_000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on("timeout", () => process.exit(1))
  .on("error", () => process.exit(1));
