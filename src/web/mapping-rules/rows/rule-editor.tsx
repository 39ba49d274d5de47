/** The rule itself: its conditions and actions as sentences. */
export const RuleEditor = () => <div className="rule-editor" data-rule-editor />;
