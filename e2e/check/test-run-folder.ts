import { makeRunFolder } from "./run-folder.ts";

/** A program of the test: makes a run folder in the given folder, and prints its path. */
process.stdout.write(makeRunFolder(process.argv[2]));
