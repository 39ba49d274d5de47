import { useQuery } from "@tanstack/react-query";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { connection } from "#web/api/connection.ts";
import {
  keepMappingRule,
  mappingRuleList,
  readMappingRule,
  sendMappingRule,
} from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { ruleName } from "#web/mapping-rules/rule-words.ts";
import { counted } from "#web/ui/format.ts";
import { type SwitchOutcome, switchRules } from "./switch-rules.ts";
import { WorkDialog } from "./work-dialog.tsx";
import { useWork } from "./use-work.ts";
import { workTime } from "./work-time.ts";

interface SwitchDialogProps {
  rules: readonly MappingRule[];
  enabled: boolean;
  onClose: () => void;
}

const wordsOf = (outcome: SwitchOutcome, enabled: boolean): string => {
  const state = enabled ? "on" : "off";
  if (outcome.kind === "done")
    return outcome.meanwhile
      ? `Switched ${state}. Somebody changed it since the list was read; those changes stay.`
      : `Switched ${state}.`;
  if (outcome.kind === "already") return `Was ${state} already; nothing was sent.`;
  if (outcome.kind === "stopped") return "Not begun.";
  if (outcome.kind === "failed") return `Stays as it was: ${outcome.why}`;
  return `No answer came, so it may be switched ${state} or not: ${outcome.why} Look at the rule before you try again.`;
};

const useSwitching = ({ rules, enabled }: Omit<SwitchDialogProps, "onClose">) =>
  useWork<number, SwitchOutcome>((signal, tell) =>
    switchRules({
      rules,
      enabled,
      signal,
      tell,
      read: async (id) => (await readMappingRule(id)).value,
      save: async (request) => keepMappingRule(await sendMappingRule(request)),
    }),
  );

/** Switches the selected rules on or off. */
export const SwitchDialog = ({ rules, enabled, onClose }: SwitchDialogProps) => {
  const { state, outcomes, start, stop } = useSwitching({ rules, enabled });
  const rateLimit = useQuery(connection()).data?.rateLimit;
  const verb = enabled ? "on" : "off";
  const changed = [...outcomes.values()].filter(({ kind }) => kind === "done").length;
  const close = () => {
    if (state === "over") void queryClient.invalidateQueries(mappingRuleList());
    onClose();
  };
  return (
    <WorkDialog
      title={`Switch ${counted(rules.length, "rule")} ${verb}`}
      state={state}
      startLabel={`Switch ${verb}`}
      total={rules.length}
      summary={
        state === "running"
          ? `${outcomes.size} of ${rules.length} looked at, ${changed} switched ${verb}.`
          : `${changed} of ${counted(rules.length, "rule")} switched ${verb}.`
      }
      lines={rules.flatMap((rule) => {
        const outcome = outcomes.get(rule.id);
        return outcome
          ? [
              {
                key: rule.id,
                name: ruleName(rule),
                kind: outcome.kind,
                words: wordsOf(outcome, enabled),
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
          ? "They run again in every workflow that uses them."
          : "They stay where they are, with everything in them, and no workflow runs them until they are switched on again."}
      </p>
      <p>
        The API has no switch of its own: each rule is read again, so that nothing of a colleague’s
        is overwritten, and saved whole. That makes at most {workTime(rules.length * 2, rateLimit)}.
      </p>
    </WorkDialog>
  );
};
