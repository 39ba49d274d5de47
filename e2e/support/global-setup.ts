import { startRecords } from "./records.ts";

/** Runs once before all browser tests; what it answers runs after them. */
export default startRecords;
