import { SafeHtml } from "#web/ui/safe-html.tsx";
import { Sheet } from "#web/ui/screen.tsx";

/** A description as its channel shows it, and the text as it was written. */
export const ProductDescription = ({ html }: { html: string | null | undefined }) => (
  <Sheet title="Description">
    {html ? (
      <div className="stack">
        {/[<&]/.test(html) ? (
          <SafeHtml html={html} title="Description" />
        ) : (
          <p className="product__plain">{html}</p>
        )}
        <details className="raw">
          <summary>As it is written</summary>
          <pre className="product__source" tabIndex={0}>
            {html}
          </pre>
        </details>
      </div>
    ) : (
      <p className="faint">There is no description.</p>
    )}
  </Sheet>
);
