import { createRuleAnalyses } from "./rule-analyses.ts";
import { answerCalls } from "./worker-thread.ts";

/** The thread that analyzes rules on whole catalogs. */
answerCalls(createRuleAnalyses());
