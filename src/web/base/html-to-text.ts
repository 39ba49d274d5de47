/** Elements that start a new line. */
const blocks = "p, div, li, br, tr, h1, h2, h3, h4, h5, h6, section, article, blockquote, pre";

/** Converts HTML from a record to plain text with its lines; no script runs and nothing is fetched. */
export const htmlToText = async (html: string): Promise<string> => {
  const { default: purify } = await import("dompurify");
  const fragment = purify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ["style", "template"],
    RETURN_DOM_FRAGMENT: true,
  });
  for (const block of fragment.querySelectorAll(blocks)) {
    block.before("\n");
    block.after("\n");
  }
  return (fragment.textContent ?? "").replaceAll(/[^\S\n]*\n\s*/g, "\n").trim();
};
