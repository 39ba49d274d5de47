import { createRuleTests } from "./rule-tests.ts";
import { answerCalls } from "./worker-thread.ts";

/** The thread that tests rules on whole catalogs. */
answerCalls(createRuleTests());
