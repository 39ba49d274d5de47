import { Button } from "@mantine/core";
import { useState } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { type Answer, toSending } from "#web/api/call.ts";
import { cacheMappingRule, readMappingRule, sendMappingRule } from "#web/api/mapping-rules.ts";
import { formatCount } from "#web/base/format.ts";
import { settleChecked } from "#web/editing/settle-checked.ts";
import { ButtonLink, PermittedButton, PermittedLink } from "#web/kit/button.tsx";
import type { WorkflowState } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { newRuleAddress, ruleName } from "./rule-words.ts";
import {
  runOneByOne,
  sendOnce,
  useWork,
  WorkDialog,
  type WorkEnd,
  useWorkTime,
} from "./one-by-one.tsx";
import { withFileCode } from "./rule-list-menu.tsx";

export type SwitchOutcome =
  /**
   * Saved. `meanwhile`: it was changed since the list was read; those changes were kept, and only the switch was
   * changed.
   */
  { readonly kind: "done"; readonly meanwhile: boolean } | { readonly kind: "already" } | WorkEnd;

interface Ways {
  readonly read: (id: number) => Promise<MappingRule>;
  /** Sends once, without retries. */
  readonly save: (request: UpdateOrCreateMappingRule) => Promise<unknown>;
  /** Called after a save with a lost response, once the rule has been read again: whether it has the change. */
  readonly onChecked: (made: boolean) => void;
}

interface Work extends Ways {
  readonly rules: readonly MappingRule[];
  readonly enabled: boolean;
  readonly signal: AbortSignal;
  readonly report: (id: number, outcome: SwitchOutcome) => void;
}

/** Whether a rule has the switch as wanted; undefined if the API sent it without its tree. */
const isSwitched = ({ rule }: MappingRule, enabled: boolean): boolean | undefined =>
  rule ? (rule.enabled ?? true) === enabled : undefined;

const treeless = "The API sent this rule without its conditions and actions.";

const switchOne = async (
  listed: MappingRule,
  enabled: boolean,
  { read, save, onChecked }: Ways,
): Promise<SwitchOutcome> => {
  const now = await read(listed.id);
  const request = toMappingRuleRequest(now);
  if (!request) return { kind: "failed", why: treeless };
  if (isSwitched(now, enabled)) return { kind: "already" };
  const done = { kind: "done", meanwhile: now.updatedAt !== listed.updatedAt } as const;
  return sendOnce(
    async () => {
      await save({ ...request, rule: { ...request.rule, enabled } });
      return done;
    },
    async () => {
      const made = isSwitched(await read(listed.id), enabled);
      if (made === undefined) throw new Error(treeless);
      onChecked(made);
      return made ? done : undefined;
    },
  );
};

/**
 * Switches rules on or off, one after the other: each is read again and saved whole, because the API has no operation
 * for the switch alone (api 4.6). After a lost response the rule is read once more, and never sent again.
 */
export const switchRules = ({ rules, enabled, signal, report, ...requests }: Work): Promise<void> =>
  runOneByOne({
    items: rules,
    signal,
    run: (rule) => switchOne(rule, enabled, requests),
    report: (rule, outcome) => report(rule.id, outcome),
  });

interface SwitchDialogProps {
  rules: readonly MappingRule[];
  enabled: boolean;
  onClose: () => void;
}

const describeOutcome = (outcome: SwitchOutcome, enabled: boolean): string => {
  const done = enabled ? "Enabled" : "Disabled";
  if (outcome.kind === "done")
    return outcome.meanwhile
      ? `${done}. Another person changed it after the list was loaded; those changes are kept.`
      : `${done}.`;
  if (outcome.kind === "already") return `Already ${done.toLowerCase()}; nothing was sent.`;
  if (outcome.kind === "stopped") return "Not started.";
  if (outcome.kind === "failed") return `Not changed: ${outcome.why}`;
  return `Status unknown: ${outcome.why} Check the rule before you try again.`;
};

const useSwitching = ({ rules, enabled }: Omit<SwitchDialogProps, "onClose">) =>
  useWork<SwitchOutcome>((signal, report) => {
    let answer: Answer<MappingRule>;
    let key = "";
    return switchRules({
      rules,
      enabled,
      signal,
      report,
      read: async (id) => {
        answer = await readMappingRule(id);
        return answer.value;
      },
      save: async (request) => {
        key = crypto.getRandomValues(new Uint32Array(4)).join("-");
        cacheMappingRule(await sendMappingRule(request, toSending(answer.version, key)));
      },
      onChecked: (made) => {
        cacheMappingRule(answer);
        // If this fails, an admin settles the entry under Activity.
        settleChecked(key, made).catch(() => undefined);
      },
    });
  });

export const SwitchDialog = ({ rules, enabled, onClose }: SwitchDialogProps) => {
  const work = useSwitching({ rules, enabled });
  const time = useWorkTime(rules.length * 2);
  const verb = enabled ? "Enable" : "Disable";
  const changed = [...work.outcomes.values()].filter(({ kind }) => kind === "done").length;
  return (
    <WorkDialog
      title={`${verb} ${formatCount(rules.length, "rule")}?`}
      startLabel={verb}
      items={rules.map((rule) => ({ key: rule.id, name: ruleName(rule) }))}
      work={work}
      describe={(outcome) => describeOutcome(outcome, enabled)}
      summary={
        work.state === "running"
          ? `${work.outcomes.size} of ${rules.length} checked, ${changed} ${verb.toLowerCase()}d.`
          : `${changed} of ${formatCount(rules.length, "rule")} ${verb.toLowerCase()}d.`
      }
      onClose={onClose}
    >
      <p>
        {enabled
          ? "The rules run again in every workflow that uses them."
          : "The rules keep their content and order. No workflow runs them until they are enabled again."}
      </p>
      <p>
        Each rule is loaded again first, so that other people's changes aren't overwritten. This
        takes at most {time}.
      </p>
    </WorkDialog>
  );
};

interface Switching {
  readonly rules: readonly MappingRule[];
  readonly enabled: boolean;
}

interface RuleSelectionProps {
  rules: readonly MappingRule[];
  workflow: WorkflowState;
}

export const RuleSelection = ({ rules, workflow }: RuleSelectionProps) => {
  const [switching, setSwitching] = useState<Switching>();
  const [only, other] = rules;
  return (
    <>
      {([true, false] as const).map((enabled) => (
        <PermittedButton
          key={String(enabled)}
          permission={mappingRuleOperations.saveMappingRule}
          size="xs"
          onClick={() => setSwitching({ rules, enabled })}
        >
          {enabled ? "Enable" : "Disable"}…
        </PermittedButton>
      ))}
      {only && !other && (
        <PermittedLink
          permission={mappingRuleOperations.saveMappingRule}
          size="xs"
          {...newRuleAddress}
          search={{ copy: String(only.id) }}
        >
          Duplicate
        </PermittedLink>
      )}
      <ButtonLink
        size="xs"
        to="/mapping-rules/print"
        search={{ ids: rules.map(({ id }) => id).join(",") }}
      >
        Print
      </ButtonLink>
      <Button
        size="xs"
        disabled={workflow.status === "pending"}
        onClick={() => withFileCode((code) => void code.saveRules(rules, workflow))}
      >
        Export selected as JSON
      </Button>
      {switching && <SwitchDialog {...switching} onClose={() => setSwitching(undefined)} />}
    </>
  );
};
