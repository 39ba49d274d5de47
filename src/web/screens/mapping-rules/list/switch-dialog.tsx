import { useQuery } from "@tanstack/react-query";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Answer } from "#web/api/call.ts";
import { connection } from "#web/api/connection.ts";
import {
  cacheMappingRule,
  mappingRuleList,
  readMappingRule,
  sendMappingRule,
} from "#web/api/mapping-rules.ts";
import { toSending } from "#web/api/sending.ts";
import { invalidate } from "#web/api/query-client.ts";
import { ruleName } from "./rule-words.ts";
import { formatCount } from "#web/base/format.ts";
import { settleChecked } from "#web/editing/settle-checked.ts";
import { type SwitchOutcome, switchRules } from "./switch-rules.ts";
import { WorkDialog } from "./work-dialog.tsx";
import { useWork, workTime } from "./run-one-by-one.ts";

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
  useWork<number, SwitchOutcome>((signal, report) => {
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

/** Enables or disables the selected rules. */
export const SwitchDialog = ({ rules, enabled, onClose }: SwitchDialogProps) => {
  const { state, outcomes, start, stop } = useSwitching({ rules, enabled });
  const rateLimit = useQuery(connection()).data?.rateLimit;
  const verb = enabled ? "Enable" : "Disable";
  const changed = [...outcomes.values()].filter(({ kind }) => kind === "done").length;
  const close = () => {
    if (state === "done") void invalidate(mappingRuleList());
    onClose();
  };
  return (
    <WorkDialog
      title={`${verb} ${formatCount(rules.length, "rule")}?`}
      state={state}
      startLabel={verb}
      total={rules.length}
      summary={
        state === "running"
          ? `${outcomes.size} of ${rules.length} checked, ${changed} ${verb.toLowerCase()}d.`
          : `${changed} of ${formatCount(rules.length, "rule")} ${verb.toLowerCase()}d.`
      }
      lines={rules.flatMap((rule) => {
        const outcome = outcomes.get(rule.id);
        return outcome
          ? [
              {
                key: rule.id,
                name: ruleName(rule),
                kind: outcome.kind,
                words: describeOutcome(outcome, enabled),
              },
            ]
          : [];
      })}
      onStart={start}
      onStop={stop}
      onClose={close}
    >
      <p>
        {enabled
          ? "The rules run again in every workflow that uses them."
          : "The rules keep their content and order. No workflow runs them until they are enabled again."}
      </p>
      <p>
        Each rule is loaded again first, so that other people's changes aren't overwritten. This
        takes at most {workTime(rules.length * 2, rateLimit)}.
      </p>
    </WorkDialog>
  );
};
