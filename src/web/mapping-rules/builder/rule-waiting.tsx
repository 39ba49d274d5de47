import "./rule-builder.css";
import { Screen } from "#web/ui/screen.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The outline of a rule's screen while the rule loads. */
export const RuleWaiting = ({ title }: { title: string }) => (
  <Screen title={title} crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}>
    <div className="rule-builder" role="status" aria-busy="true" aria-label="Loading">
      <div className="sheet sheet__body stack">
        <Skeleton width={48} />
      </div>
      <div className="rule-builder__desk">
        <div className="sheet sheet__body stack">
          {[44, 38, 52, 30, 46, 34, 41].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </div>
    </div>
  </Screen>
);
