import { phone, useMedia } from "#web/base/media.ts";
import { later } from "#web/kit/later.tsx";
import type { EvidencePartsProps } from "./evidence.tsx";

const Parts = later(async () => (await import("./evidence.tsx")).EvidenceParts);

/** What the copied records tell of an RMA, beside or below its lines; on a phone behind a heading. */
export const EvidencePane = (props: EvidencePartsProps) => {
  const isPhone = useMedia(phone);
  const parts = <Parts {...props} />;
  return (
    <aside className="sheet evidence" aria-label="Order, customer and history">
      {isPhone ? (
        <details>
          <summary>Order, customer and history</summary>
          {parts}
        </details>
      ) : (
        parts
      )}
    </aside>
  );
};
