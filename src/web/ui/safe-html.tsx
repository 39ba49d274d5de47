import { useEffect, useRef, useState } from "react";
import "./safe-html.css";
import { isDark } from "./scheme.ts";

const allowed = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    "style",
    "form",
    "input",
    "button",
    "select",
    "textarea",
    "base",
    "meta",
    "link",
    "audio",
    "video",
    "picture",
    "source",
  ],
  FORBID_ATTR: ["style", "srcset", "id", "name", "action", "background"],
  ALLOWED_URI_REGEXP: /^https?:/i,
};

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string },
  ): { createHTML(text: string): string };
}

/** The one policy by which the console hands text to the browser as HTML; the Content-Security-Policy knows its name. */
const trust = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  "rich-text",
  { createHTML: (text) => text },
);

/** The frame's document: the purified text, links that open beside, and one style sheet of ours. */
const documentOf = async (html: string): Promise<string> => {
  const { default: purify } = await import("dompurify");
  const body = purify.sanitize(html, allowed);

  return `<!doctype html><html class="${isDark() ? "dark" : "light"}"><head><base target="_blank"><meta name="referrer" content="no-referrer"><link rel="stylesheet" href="/rich-text.css"></head><body>${body}</body></html>`;
};

/**
 * HTML from a record, shown apart from the console: purified, then in a sandboxed frame in which nothing runs. The frame
 * shares the origin only so that its height can be measured; without `allow-scripts` nobody inside can use that.
 */
export const SafeHtml = ({ html, title }: { html: string; title: string }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(96);
  useEffect(() => {
    let stale = false;
    void documentOf(html).then((text) => {
      if (!stale && frame.current) frame.current.srcdoc = trust?.createHTML(text) ?? text;
    });
    return () => {
      stale = true;
    };
  }, [html]);
  const measure = () =>
    setHeight(frame.current?.contentDocument?.documentElement.scrollHeight ?? 96);
  return (
    <iframe
      ref={frame}
      className="safe-html"
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      height={height}
      onLoad={measure}
    />
  );
};
