import { startRecords } from "./records.ts";

/** Runs once before all browser tests; the function that it returns runs after them. */
export default startRecords;
