import { auditOperations } from "./audit.ts";
import { catalogOperations } from "./catalog.ts";
import { exceptionOperations } from "./exceptions.ts";
import { figureOperations } from "./figures.ts";
import { preferenceOperations } from "./preferences.ts";
import { receivedOrderOperations } from "./received-orders.ts";
import { bulkRunOperations } from "./bulk-runs.ts";
import { recordSearchOperations } from "./record-search.ts";
import { ruleAnalysisOperations } from "./rule-analysis.ts";
import { ruleReviewOperations } from "./rule-reviews.ts";
import { ruleRunOperations } from "./rule-runs.ts";
import { ruleTestOperations } from "./rule-tests.ts";
import { ruleVersionOperations } from "./rule-versions.ts";
import { evidenceOperations } from "./evidence.ts";
import { peopleOperations } from "./signed-in-people.ts";

/** The operations under /api that the gateway performs itself, in addition to the upstream's; not part of `operations`. */
export const gatewayOperations = {
  ...receivedOrderOperations,
  ...auditOperations,
  ...peopleOperations,
  ...preferenceOperations,
  ...ruleVersionOperations,
  ...ruleReviewOperations,
  ...ruleTestOperations,
  ...bulkRunOperations,
  ...catalogOperations,
  ...recordSearchOperations,
  ...figureOperations,
  ...exceptionOperations,
  ...evidenceOperations,
  ...ruleRunOperations,
  ...ruleAnalysisOperations,
};
