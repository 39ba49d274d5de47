import type { ReactNode } from "react";
import { useBuilder, usePreviewSession } from "#web/mapping-rules/builder/builder-context.ts";
import { rootKey } from "#rule-model/draft/part.ts";
import { quantity } from "#web/ui/format.ts";
import { useKeyed } from "#web/mapping-rules/builder/use-keyed.ts";
import { useValue } from "#web/ui/value-store.ts";
import { sampleWords } from "./sample-record.ts";

/** The number of tested records that the rule matches, in words; undefined before a test. */
export const useMatchCount = (): ReactNode => {
  const builder = useBuilder();
  const { kind } = useValue(usePreviewSession().choice);
  const preview = useKeyed(builder.preview, rootKey);
  if (preview?.matches === undefined || preview.of === undefined) return undefined;
  const { one, many } = sampleWords[kind];
  return (
    <>
      Matches <strong>{quantity(preview.matches)}</strong> of {quantity(preview.of)}{" "}
      {preview.of === 1 ? one : many}
    </>
  );
};
