import { Button } from "@mantine/core";
import { useState } from "react";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import { htmlToText, SafeHtml } from "#web/kit/safe-html.tsx";
import { Sheet } from "#web/kit/screen.tsx";

/** HTML as plain text, converted when it is first shown. */
const AsText = ({ html }: { html: string }) => {
  const [text, setText] = useState<string>();
  const make = () => void htmlToText(html).then(setText);
  return (
    <details className="raw" onToggle={({ currentTarget }) => currentTarget.open && make()}>
      <summary>As text</summary>
      {text !== undefined && (
        <>
          <p className="product__plain">{text || "The description has no text."}</p>
          <Button size="xs" onClick={() => copyToClipboard(text, "Description copied as text")}>
            Copy text
          </Button>
        </>
      )}
    </details>
  );
};

const isMarkup = (text: string): boolean => /[<&]/.test(text);

/** A description as its channel shows it, as plain text, and as HTML source. */
export const ProductDescription = ({ html }: { html: string | null | undefined }) => (
  <Sheet title="Description">
    {!html && <p className="faint">No description.</p>}
    {html && !isMarkup(html) && <p className="product__plain">{html}</p>}
    {html && isMarkup(html) && (
      <div className="stack">
        <SafeHtml html={html} title="Description" />
        <AsText key={html} html={html} />
        <details className="raw">
          <summary>HTML source</summary>
          <pre className="product__source" tabIndex={0}>
            {html}
          </pre>
        </details>
      </div>
    )}
  </Sheet>
);
