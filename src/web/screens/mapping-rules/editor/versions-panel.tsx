import { Button, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { maxRuleVersions, type RuleVersion } from "#contract/rule-versions.ts";
import { ruleTestOperations } from "#contract/rule-tests.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { putRequest } from "#rule-model/put-request.ts";
import { diffRules, wordingOfRule } from "#rule-model/diff-rules.ts";
import { ruleVersionList } from "#web/api/mapping-rules.ts";
import { restoreRuleTests } from "#web/api/rule-tests.ts";
import { formatCount, formatDateTime } from "#web/base/format.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { useBuilder, useHistory, useRuleId } from "./builder-context.ts";
import { ChangeList } from "./rule-changes.tsx";

interface Version extends Pick<RuleVersion, "id" | "savedBy" | "savedAt" | "tests"> {
  readonly request: UpdateOrCreateMappingRule;
}

/** Those that can be compared and restored. */
const readVersions = (versions: readonly RuleVersion[]): Version[] =>
  versions.flatMap(({ rule, ...version }) => {
    const request = toMappingRuleRequest(rule);
    return request ? [{ ...version, request }] : [];
  });

const nameVersion = ({ savedAt }: Version): string =>
  savedAt
    ? `the version of ${formatDateTime(savedAt)}`
    : "the rule as it was before the first save here";

const titleOf = ({ savedAt }: Version): string =>
  (savedAt && formatDateTime(savedAt)) || "As it was before the first save here";

/** “Saved by Ana, 5 tests”. */
const noteOf = ({ savedBy, tests }: Version): string =>
  [savedBy && `Saved by ${savedBy}`, tests ? formatCount(tests, "test") : ""]
    .filter(Boolean)
    .join(", ");

/** The tests that the rule had then, which are restored apart from its content. */
const VersionTests = ({ version }: { version: Version }) => {
  const ruleId = useRuleId();
  const [asking, ask] = useState(false);
  const { tests } = version;
  const { sending, error, send } = useSending(async () => {
    if (ruleId === undefined) return;
    await restoreRuleTests(ruleId, version.id);
    ask(false);
    notify("Tests restored");
  });
  if (!tests) return null;
  const count = formatCount(tests, "test");
  return (
    <div className="row">
      <span>{count} at that time</span>
      <PermittedButton
        permission={ruleTestOperations.restoreRuleTests}
        size="xs"
        onClick={() => ask(true)}
      >
        Restore tests
      </PermittedButton>
      {asking && (
        <ConfirmDialog
          title="Restore tests?"
          onCancel={() => ask(false)}
          choices={[{ label: "Restore tests", locked: sending, onChoose: () => void send() }]}
        >
          <p>
            {count} of {nameVersion(version)} {tests === 1 ? "replaces" : "replace"} the tests of
            this rule at once, without saving the rule. Tests that no version has are deleted.
          </p>
          {error !== undefined && <ErrorNotice error={error} />}
        </ConfirmDialog>
      )}
    </div>
  );
};

interface DetailProps {
  version: Version;
  before: Version | undefined;
}

/** What a version changed, and what restoring it would change on the screen. */
const VersionDetail = ({ version, before }: DetailProps) => {
  const { draft, trees, workflow } = useBuilder();
  // Renders again after each step.
  const { version: step } = useHistory();
  const made = useMemo(
    () => before && diffRules(before.request, version.request, wordingOfRule(workflow)),
    [before, version, workflow],
  );
  const restoring = useMemo(
    () =>
      // The trees read the draft themselves; `step` only causes the update.
      step >= 0
        ? diffRules(trees.mappingRule(), version.request, wordingOfRule(workflow), trees.keyOf)
        : [],
    [step, trees, version, workflow],
  );
  const restore = () => {
    putRequest(draft, version.request, `restore ${nameVersion(version)}`);
    notify("Version restored. It isn't saved yet; you can undo it.");
  };
  return (
    <div className="versions-panel__detail stack">
      <div className="versions-panel__head">
        <h3>{titleOf(version)}</h3>
        {restoring.length === 0 ? (
          <span className="faint">Same as the rule on the screen</span>
        ) : (
          <Button size="xs" onClick={restore}>
            Restore this version
          </Button>
        )}
      </div>
      <VersionTests version={version} />
      {made && (
        <section aria-label="Changes in this version">
          <h4>{formatCount(made.length, "change")} from the previous version</h4>
          <ChangeList changes={made} />
        </section>
      )}
      {restoring.length > 0 && (
        <section aria-label="Changes by restoring">
          <h4>
            Restoring it makes {formatCount(restoring.length, "change")} on the screen, which you
            save yourself
          </h4>
          <ChangeList changes={restoring} />
        </section>
      )}
    </div>
  );
};

const VersionList = ({ versions }: { versions: readonly Version[] }) => {
  const [chosen, choose] = useState<number>();
  const at = Math.max(
    0,
    versions.findIndex(({ id }) => id === chosen),
  );
  const version = versions[at];
  return (
    <div className="versions-panel">
      <ol className="versions-panel__list" aria-label="Saved versions">
        {versions.map((one) => (
          <li key={one.id}>
            <UnstyledButton
              className="versions-panel__version"
              aria-current={one === version || undefined}
              onClick={() => choose(one.id)}
            >
              <span>{titleOf(one)}</span>
              <span className="faint small">{noteOf(one)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {version && <VersionDetail key={version.id} version={version} before={versions[at + 1]} />}
    </div>
  );
};

/** The versions of the rule that were saved through this console: who and when, the changes of each, and its restoring. */
export const VersionsPanel = () => {
  const id = useRuleId();
  const query = useQuery(ruleVersionList(id));
  const versions = useMemo(() => query.data && readVersions(query.data), [query.data]);
  return (
    <Sheet
      title="Versions"
      note={`Each save in this console adds a version. The latest ${maxRuleVersions} are kept.`}
      flush
    >
      {versions && versions.length > 0 ? (
        <VersionList versions={versions} />
      ) : (
        <div className="sheet__body">
          {id === undefined && <p>The first version is kept when the rule is created.</p>}
          {query.isLoading && <Skeleton width={40} />}
          {query.isError && !versions && (
            <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
          )}
          {versions && <p>No versions yet. Save the rule to keep the first one.</p>}
        </div>
      )}
    </Sheet>
  );
};
