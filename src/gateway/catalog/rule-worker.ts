import { createRuleTests } from "./chunked-rule-test.ts";
import { answerCalls } from "./worker-thread.ts";

/** The thread that tests rules on whole catalogs. */
answerCalls(createRuleTests());
