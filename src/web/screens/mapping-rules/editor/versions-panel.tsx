import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { maxRuleVersions, type RuleVersion } from "#contract/rule-versions.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { putRequest } from "#rule-model/put-request.ts";
import { diffRules, wordingOfRule } from "#rule-model/diff-rules.ts";
import { sameRule } from "#rule-model/flat-rule.ts";
import { ruleVersionList } from "#web/api/mapping-rules.ts";
import { formatCount, formatDateTime } from "#web/base/format.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Events } from "#web/kit/events.tsx";
import { notify } from "#web/kit/notify.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useBuilder, useHistory, useRuleId } from "./builder-context.ts";
import { ChangeList, RuleDialog } from "./rule-changes.tsx";

interface Version extends Pick<RuleVersion, "id" | "savedBy" | "savedAt"> {
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

interface VersionProps {
  version: Version;
  before: Version | undefined;
}

/** A short summary of a version's changes from the one before it. */
const Summary = ({ version, before }: VersionProps) => {
  const { workflow } = useBuilder();
  const [changes] = useState(() =>
    before ? diffRules(before.request, version.request, wordingOfRule(workflow)) : [],
  );
  if (!before) return null;
  return (
    <details>
      <summary>{formatCount(changes.length, "change")} from the previous version</summary>
      <ChangeList changes={changes} />
    </details>
  );
};

interface CompareProps {
  version: Version;
  onClose: () => void;
  onRestore: () => void;
}

/** The changes that restoring a version would make. */
const Compare = ({ version, onClose, onRestore }: CompareProps) => {
  const { trees, workflow } = useBuilder();
  const [changes] = useState(() =>
    diffRules(trees.mappingRule(), version.request, wordingOfRule(workflow), trees.keyOf),
  );
  return (
    <RuleDialog
      title={`Restore ${nameVersion(version)}?`}
      onCancel={onClose}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          {changes.length > 0 && (
            <Button variant="filled" onClick={onRestore}>
              Restore this version
            </Button>
          )}
        </>
      }
    >
      {changes.length === 0 ? (
        <p>This version is the same as the rule on the screen.</p>
      ) : (
        <>
          <p>Restoring makes these changes on the screen. They aren't saved until you save them.</p>
          <ChangeList changes={changes} />
        </>
      )}
    </RuleDialog>
  );
};

const VersionEvent = ({ version, before }: VersionProps) => {
  const { draft, trees } = useBuilder();
  const [comparing, setComparing] = useState(false);
  // Renders again after each step.
  useHistory();
  const isNow = sameRule(trees.mappingRule(), version.request);
  const restore = () => {
    putRequest(draft, version.request, `restore ${nameVersion(version)}`);
    setComparing(false);
    notify("Version restored. It isn't saved yet; you can undo it.");
  };
  return (
    <div className="versions-panel__version">
      {version.savedBy && <span className="faint">Saved by {version.savedBy}</span>}
      {isNow && <span className="faint">Same as on the screen</span>}
      <Summary version={version} before={before} />
      {!isNow && (
        <div className="row">
          <Button size="xs" onClick={() => setComparing(true)}>
            Compare
          </Button>
          <Button size="xs" onClick={restore}>
            Restore
          </Button>
        </div>
      )}
      {comparing && (
        <Compare version={version} onClose={() => setComparing(false)} onRestore={restore} />
      )}
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
    >
      {id === undefined && <p>The first version is kept when the rule is created.</p>}
      {query.isLoading && <Skeleton width={40} />}
      {query.isError && !versions && (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      )}
      {versions?.length === 0 && <p>No versions yet.</p>}
      {versions && versions.length > 0 && (
        <Events
          reached={versions.length}
          events={versions.map((version, at) => ({
            key: String(version.id),
            title:
              (version.savedAt && formatDateTime(version.savedAt)) ||
              "As it was before the first save here",
            children: <VersionEvent version={version} before={versions[at + 1]} />,
          }))}
        />
      )}
    </Sheet>
  );
};
