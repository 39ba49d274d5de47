import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { maxTextLength } from "#contract/limits.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import {
  type RuleReview,
  type RuleReviewDetail,
  ruleReviewOperations,
} from "#contract/rule-reviews.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { createBuilder } from "#rule-model/builder.ts";
import { diffRules, wordingOfRule } from "#rule-model/diff-rules.ts";
import { sameRule } from "#rule-model/flat-rule.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { mappingRuleDetail } from "#web/api/mapping-rules.ts";
import {
  approveRuleReview,
  declineRuleReview,
  ruleReviewDetail,
  withdrawRuleReview,
} from "#web/api/rule-reviews.ts";
import { ApiError } from "#web/base/api-error.ts";
import { formatCount } from "#web/base/format.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { readDraft, writeDraft } from "#web/editing/drafts.ts";
import { LockedButton, PermittedButton } from "#web/kit/button.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { Moment } from "#web/kit/values.tsx";
import { useLast, useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import {
  EditorContext,
  openEditor,
  useRuleTests,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { ChangeList } from "#web/screens/mapping-rules/editor/rule-changes.tsx";
import { draftKeyOf } from "#web/screens/mapping-rules/editor/rule-plan.ts";
import { storeGivenRule } from "#web/screens/mapping-rules/editor/start-rule.ts";
import { newRuleAddress } from "#web/screens/mapping-rules/list/rule-words.ts";
import { FailingTests, useRunTests } from "#web/screens/mapping-rules/tests/failed-parts.tsx";
import { PreviewPanel } from "#web/screens/mapping-rules/preview/preview-panel.tsx";

type Request = UpdateOrCreateMappingRule;

/** The rule as the API has it now, if the change was proposed over another version. */
const useChangedSince = ({ ruleId, base }: RuleReviewDetail): Request | "gone" | undefined => {
  const { data, error } = useQuery({
    ...mappingRuleDetail(String(ruleId)),
    enabled: ruleId != null,
    staleTime: 0,
  });
  if (error instanceof ApiError && error.status === 404) return "gone";
  const now = data && toMappingRuleRequest(data.value);
  return now && base && !sameRule(base, now) ? now : undefined;
};

/** What the change does to the rule, in words. */
const Differences = ({ review, workflow }: { review: RuleReviewDetail; workflow: Workflow }) => {
  const { rule, base } = review;
  const changes = useMemo(
    () => base && diffRules(base, rule, wordingOfRule(workflow)),
    [base, rule, workflow],
  );
  if (!changes)
    return (
      <section aria-label="New rule">
        <h3>A new rule</h3>
        <p className="rule-dialog__paragraph">
          {ruleParagraph(describeRule(rule.rule, wordingOfRule(workflow)(rule)))}
        </p>
      </section>
    );
  return (
    <section aria-label="Proposed changes">
      <h3>{formatCount(changes.length, "change")} to the rule</h3>
      <ChangeList changes={changes} />
    </section>
  );
};

/** What others changed since the change was proposed, and who can go on from here. */
const ChangedSince = ({
  review: { base, isOwn },
  now,
  workflow,
}: {
  review: RuleReviewDetail;
  now: Request | "gone";
  workflow: Workflow;
}) => {
  const changes = useMemo(
    () => (now !== "gone" && base ? diffRules(base, now, wordingOfRule(workflow)) : []),
    [base, now, workflow],
  );
  const next = isOwn
    ? "Edit your change over the current version, then send it again."
    : "Its author can edit it over the current version and send it again.";
  return (
    <>
      <Notice
        title={
          now === "gone"
            ? "This rule no longer exists"
            : "The rule has changed since this was proposed"
        }
        tone="bad"
      >
        <p>It can't be approved, so that nothing is overwritten. {next}</p>
      </Notice>
      {changes.length > 0 && (
        <section aria-label="Changes since">
          <h3>{formatCount(changes.length, "change")} to the rule since it was proposed</h3>
          <ChangeList changes={changes} />
        </section>
      )}
    </>
  );
};

/** What the rule's tests say of the proposed version. */
const TestVerdicts = () => {
  useRunTests();
  const results = useValue(useRuleTests())?.tested.results ?? [];
  if (results.length === 0) return null;
  return results.every(({ passes }) => passes) ? (
    <p>{`${formatCount(results.length, "test")} kept with the rule: all pass.`}</p>
  ) : (
    <FailingTests />
  );
};

/** The proposed rule on the samples: the editor's own test, opened at the values that it changes. */
const TestRun = ({ rule, workflow }: { rule: Request; workflow: Workflow }) => {
  const [editor] = useState(() => {
    const opened = openEditor(createBuilder(rule, workflow), rule.id ?? undefined);
    opened.preview.change({ open: true, tab: "changes" });
    return opened;
  });
  return (
    <EditorContext value={editor}>
      <TestVerdicts />
      <PreviewPanel />
    </EditorContext>
  );
};

interface DeclineDialogProps {
  review: RuleReview;
  onDeclined: () => void;
  onClose: () => void;
}

const DeclineDialog = ({ review, onDeclined, onClose }: DeclineDialogProps) => {
  const [note, setNote] = useState("");
  const { sending, error, send } = useSending(async () => {
    await declineRuleReview(review.id, note);
    notify(`Change of “${review.name}” declined`);
    onDeclined();
  });
  return (
    <Dialog
      title="Decline this change?"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" color="red" disabled={sending}>
            Decline
          </Button>
        </>
      }
    >
      <p>
        The rule stays as it is. <bdi>{review.proposedBy}</bdi> sees your note and can edit the
        change.
      </p>
      <Textarea
        data-autofocus
        label="Note for the author"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={maxTextLength}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
};

interface ActionsProps {
  review: RuleReviewDetail;
  state: RuleReview["state"];
  changedSince: Request | "gone" | undefined;
}

/** Leaves the address of a change that no longer waits. */
const useLeaving = () => {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return () => {
    if (isShown()) void navigate({ to: "/mapping-rules/reviews", search: {}, replace: true });
  };
};

const useAuthorActs = ({ id, ruleId, name, rule, base }: RuleReviewDetail) => {
  const navigate = useNavigate();
  const leave = useLeaving();
  const withdraw = useSending(async () => {
    await withdrawRuleReview(id);
    leave();
    notify(`Change of “${name}” withdrawn`);
  });
  const edit = useSending(async () => {
    if (ruleId == null || !base) {
      const given = await storeGivenRule({ request: rule, from: "From a change in review." });
      await withdrawRuleReview(id);
      return navigate({ ...newRuleAddress, search: { given } });
    }
    const key = draftKeyOf(ruleId);
    if (readDraft(key)) notify("This rule has other unsaved changes. Save or discard them first.");
    else {
      writeDraft(key, "browser", { draft: { base, mine: rule }, at: Date.now() });
      await withdrawRuleReview(id);
    }
    return navigate({ to: "/mapping-rules/$id", params: { id: String(ruleId) } });
  });
  return { withdraw, edit };
};

const AuthorActions = ({ review, state }: ActionsProps) => {
  const { withdraw, edit } = useAuthorActs(review);
  const error = withdraw.error ?? edit.error;
  const permission = ruleReviewOperations.withdrawRuleReview;
  const isLocked = state === "saving" || state === "unknown";
  return (
    <>
      <div className="row">
        <PermittedButton
          permission={permission}
          disabled={isLocked || edit.sending}
          onClick={() => void edit.send()}
        >
          {state === "declined" ? "Edit again" : "Withdraw and edit"}
        </PermittedButton>
        <PermittedButton
          permission={permission}
          disabled={isLocked || withdraw.sending}
          onClick={() => void withdraw.send()}
        >
          {state === "declined" ? "Remove" : "Withdraw"}
        </PermittedButton>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
};

const whyStale = "The rule has changed since this was proposed.";

const ReviewerActions = ({ review, state, changedSince }: ActionsProps) => {
  const [declining, setDeclining] = useState(false);
  const leave = useLeaving();
  const navigate = useNavigate();
  const { sending, error, send } = useSending(async () => {
    const rule = await approveRuleReview(review);
    leave();
    const open = () => void navigate({ to: "/mapping-rules/$id", params: { id: String(rule.id) } });
    notify(`“${review.name}” saved`, { label: "Open rule", act: open });
  });
  const forbidden = useWhyForbidden(ruleReviewOperations.approveRuleReview);
  const why = forbidden ?? (changedSince && whyStale);
  const isSaving = sending || state === "saving";
  return (
    <>
      <div className="row">
        {why !== undefined && !isSaving ? (
          <LockedButton variant="filled" why={why}>
            Approve and save
          </LockedButton>
        ) : (
          <Button variant="filled" disabled={isSaving} onClick={() => void send()}>
            {isSaving ? "Saving…" : "Approve and save"}
          </Button>
        )}
        <PermittedButton
          permission={ruleReviewOperations.declineRuleReview}
          disabled={isSaving || state === "unknown"}
          onClick={() => setDeclining(true)}
        >
          Decline…
        </PermittedButton>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
      {declining && (
        <DeclineDialog review={review} onDeclined={leave} onClose={() => setDeclining(false)} />
      )}
    </>
  );
};

/** What happened to it so far: who declined it, or why it wasn't saved. */
const Standing = ({ review }: { review: RuleReview }) => {
  const { state, isOwn, answer, answeredBy } = review;
  if (state === "declined")
    return (
      <Notice title={`Declined by ${answeredBy}`} tone="bad">
        <p className="rule-reviews__answer">{answer || "Without a note."}</p>
      </Notice>
    );
  if (state === "unknown")
    return (
      <Notice title="It is unknown whether this was saved" tone="bad">
        <p>
          The service didn't respond. Approving it again checks the rule first, and saves only if it
          wasn't saved.
        </p>
      </Notice>
    );
  if (answer)
    return (
      <Notice title={`Not saved when ${answeredBy} approved it`} tone="bad">
        <p>{answer}</p>
      </Notice>
    );
  return isOwn && <p>Waits for review by another editor.</p>;
};

/** One change in review. `review`: its latest state, from the list. */
export const ReviewDetail = ({ review }: { review: RuleReview }) => {
  const { data, error, refetch } = useQuery(ruleReviewDetail(review.id));
  const state = useWorkflow({ enabled: data !== undefined });
  const workflow = useLast(state.status === "ready" ? state.workflow : undefined);
  const { ruleId, name, note, proposedBy, proposedAt } = review;
  return (
    <section className="versions-panel__detail stack" aria-label={`Change of ${name}`}>
      <header>
        <h2>
          {ruleId ? (
            <Link to="/mapping-rules/$id" params={{ id: String(ruleId) }}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="faint">
          Proposed by <bdi>{proposedBy}</bdi>, <Moment at={proposedAt} />
        </p>
      </header>
      {note && <p className="rule-reviews__note">{note}</p>}
      <Standing review={review} />
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && workflow ? (
        <Opened review={data} latest={review} workflow={workflow} />
      ) : (
        !error && <Skeleton width={40} />
      )}
    </section>
  );
};

const Opened = ({
  review,
  latest,
  workflow,
}: {
  review: RuleReviewDetail;
  latest: RuleReview;
  workflow: Workflow;
}) => {
  const changedSince = useChangedSince(review);
  const Actions = review.isOwn ? AuthorActions : ReviewerActions;
  return (
    <>
      {changedSince && <ChangedSince review={review} now={changedSince} workflow={workflow} />}
      <Actions review={review} state={latest.state} changedSince={changedSince} />
      <Differences review={review} workflow={workflow} />
      <TestRun rule={review.rule} workflow={workflow} />
    </>
  );
};
