import type { ReactNode } from "react";

/** One group of filters, which can be folded. */
export const FacetGroup = ({
  title,
  chosen,
  children,
}: {
  title: string;
  chosen: number;
  children: ReactNode;
}) => (
  <details className="facet" open>
    <summary>
      <span className="label">{title}</span>
      {chosen > 0 && <span className="facet__chosen">{chosen} selected</span>}
    </summary>
    {children}
  </details>
);
