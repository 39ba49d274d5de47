import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { putRequest } from "#rule-model/put-request.ts";
import { diffRules, wordingOfRule } from "#rule-model/diff-rules.ts";
import { sameRule } from "#rule-model/flat-rule.ts";
import { useBuilder, useHistory, useRuleId } from "./builder-context.ts";
import { Events } from "#web/kit/events.tsx";
import { formatCount, formatDateTime } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { ChangeList, RuleDialog } from "./rule-changes.tsx";
import { type RuleVersion, maxVersions, rememberedVersions } from "./rule-versions.ts";

const originLabels = { saved: "Saved here", read: "Loaded from the API" } as const;

/** A short summary of a version's changes from the one before it. */
const Summary = ({
  version,
  before,
}: {
  version: RuleVersion;
  before: RuleVersion | undefined;
}) => {
  const { workflow } = useBuilder();
  const [changes] = useState(() =>
    before ? diffRules(before.request, version.request, wordingOfRule(workflow)) : [],
  );
  if (!before) return <p className="faint">The first version in this browser.</p>;
  return (
    <details>
      <summary>{formatCount(changes.length, "change")} from the previous version</summary>
      <ChangeList changes={changes} />
    </details>
  );
};

interface CompareProps {
  version: RuleVersion;
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
      title={`Restore the version of ${formatDateTime(version.at)}?`}
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

const Version = ({
  version,
  before,
}: {
  version: RuleVersion;
  before: RuleVersion | undefined;
}) => {
  const { draft, trees } = useBuilder();
  const [comparing, setComparing] = useState(false);
  // Renders again after each step.
  useHistory();
  const isNow = sameRule(trees.mappingRule(), version.request);
  const restore = () => {
    putRequest(draft, version.request, `restore the version of ${formatDateTime(version.at)}`);
    setComparing(false);
    notify("Version restored. It isn't saved yet; you can undo it.");
  };
  return (
    <div className="versions-panel__version">
      <div className="row">
        <span className="faint">
          {originLabels[version.how]}
          {version.savedAt &&
            version.how === "read" &&
            `, saved ${formatDateTime(version.savedAt)}`}
        </span>
        {isNow && <span className="faint">Same as on the screen</span>}
      </div>
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

/** Earlier versions of the rule that this browser has seen: the changes of each, and the button to restore it. */
export const VersionsPanel = () => {
  const id = useRuleId();
  const { data } = useQuery({
    queryKey: ["mapping-rules", "versions", id],
    queryFn: () => (id === undefined ? [] : rememberedVersions(id)),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Sheet
      title="Versions"
      note={`The latest ${maxVersions} versions opened or saved in this browser. The API keeps none.`}
    >
      {data?.length === 0 && (
        <p>
          {id !== undefined
            ? "No versions in this browser yet."
            : "The first version is kept when the rule is created."}
        </p>
      )}
      {data && data.length > 0 && (
        <Events
          reached={data.length}
          events={data.map((version, at) => ({
            key: String(version.at),
            title: formatDateTime(version.at),
            children: <Version version={version} before={data[at + 1]} />,
          }))}
        />
      )}
    </Sheet>
  );
};
