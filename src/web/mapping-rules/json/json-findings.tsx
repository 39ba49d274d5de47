import { UnstyledButton } from "@mantine/core";
import { counted } from "#web/ui/format.ts";
import type { PlacedFinding, RuleText } from "#rule-model/json/read-rule-text.ts";

const summary = ({ findings, more }: RuleText): string => {
  const errors = findings.filter(({ kind }) => kind === "error").length;
  const warnings = findings.length - errors;
  if (findings.length === 0) return "This JSON is a valid rule.";
  return [
    ...(errors > 0 ? [`${counted(errors, "error")} to fix before you can apply it`] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    ...(more > 0 ? [`and ${counted(more, "more place")}`] : []),
  ].join(", ");
};

/** The problems of the text; each line leads to its place. */
export const JsonFindings = ({
  id,
  read,
  onJump,
}: {
  id: string;
  read: RuleText;
  onJump: (finding: PlacedFinding) => void;
}) => (
  <div className="stack" id={id}>
    <p role="status">{summary(read)}</p>
    {read.findings.length > 0 && (
      <ul className="json-view__findings" aria-label="Places in the JSON">
        {read.findings.map((finding) => (
          <li key={`${finding.offset} ${finding.message}`}>
            <UnstyledButton data-kind={finding.kind} onClick={() => onJump(finding)}>
              <span className="code">
                {finding.line}:{finding.column}
                <span className="visually-hidden"> (line and column)</span>
              </span>
              <span>{finding.message}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    )}
  </div>
);
