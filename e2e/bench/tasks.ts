import { type Browser, chromium } from "@playwright/test";
import { type Api, callApi } from "#e2e/support/call-api.ts";
import { launchOptions } from "#e2e/support/launch-options.ts";
import { startRecords } from "#e2e/support/records.ts";
import { type Stack, startStack } from "#e2e/support/start-stack.ts";
import { dataTasks } from "./tasks/data-tasks.ts";
import { type Cost, createPerson, type Way } from "./tasks/person.ts";
import { rmaTasks } from "./tasks/rma-tasks.ts";
import { supplyTasks } from "./tasks/supply-tasks.ts";
import type { Task } from "./tasks/task.ts";

/*
 * The cost of nine tasks of support staff, by mouse and by keyboard only: clicks, keys, typed letters, requests.
 * Fails if a task cannot be done, or costs more than its limit.
 */

/** `BENCH_TASKS=webhook` runs only the tasks with that in their names. */
const tasks = [...rmaTasks, ...supplyTasks, ...dataTasks].filter(({ name }) =>
  name.includes(process.env["BENCH_TASKS"] ?? ""),
);
const ways = ["mouse", "keyboard"] as const;

/** Does a task in a browser of its own, and returns its cost, or the reason why it could not be done. */
const measureCost = async (
  browser: Browser,
  stack: Stack,
  task: Task,
  way: Way,
): Promise<Cost | string> => {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, baseURL: stack.url });
  // The tool that runs the sources makes every function call this helper, which does not exist in the page.
  await context.addInitScript({ content: "globalThis.__name = (one) => one;" });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const person = createPerson(page, way);
  try {
    const api: Api = (path, init) => callApi(stack.upstreamUrl, path, init);
    await task.prepare(person, api, ways.indexOf(way));
    person.begin();
    await task.run(person);
    return { ...person.cost };
  } catch (error) {
    return `“${task.name}” by ${way}: ${String(error)}`;
  } finally {
    await context.close();
  }
};

/** The part of a task's cost above its limit; undefined if there is none. */
const findExcess = ({ name, most }: Task, way: Way, { clicks, keys }: Cost): string | undefined =>
  most && (clicks > most.clicks || keys > most.keys)
    ? `“${name}” by ${way}: ${clicks} clicks and ${keys} keys, at most ${most.clicks} or ${most.keys}`
    : undefined;

const short = (cost: Cost): string =>
  Object.entries(cost)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");

export async function* bench(): AsyncGenerator<object> {
  const endRecords = await startRecords();
  const stack = await startStack();
  const browser = await chromium.launch(launchOptions());
  const table: Record<string, object> = {};
  const faults: string[] = [];
  try {
    for (const task of tasks) {
      const row: Record<string, string> = { "before this": task.before };
      for (const way of ways) {
        const cost = await measureCost(browser, stack, task, way);
        const fault = typeof cost === "string" ? cost : findExcess(task, way, cost);
        if (fault) faults.push(fault);
        if (typeof cost === "string") continue;
        row[way] = short(cost);
        yield { bench: "tasks", task: task.name, way, ...cost };
      }
      table[task.name] = row;
    }
    console.table(table);
  } finally {
    await browser.close();
    await stack.stop();
    await stack.remove();
    await endRecords();
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
