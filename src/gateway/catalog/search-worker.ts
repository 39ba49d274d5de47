import { createIndexes } from "./indexes.ts";
import { answerCalls } from "./worker-thread.ts";

/** The thread of the indexes. */
answerCalls(createIndexes());
