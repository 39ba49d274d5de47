import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { formatCount } from "#web/base/format.ts";
import { isDark } from "#web/base/color-scheme.ts";
import { safeUrl } from "#web/base/safe-url.ts";
import richText from "./rich-text.css?url";
import "./safe-html.css";

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
    "template",
    "dialog",
  ],
  FORBID_ATTR: ["style", "srcset", "id", "name", "action", "background", "popover"],
  // With both slashes: "http:x" would be a relative address of this console.
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
};
/** Loading a picture sends a request to the text's author, so it waits for a person's action. */
const withoutPictures = { ...allowed, FORBID_ATTR: [...allowed.FORBID_ATTR, "src"] };

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string },
  ): { createHTML(text: string): string };
}

/** The only Trusted Types policy that creates HTML; the Content-Security-Policy lists its name. */
const trust = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  "rich-text",
  { createHTML: (text) => text },
);

interface Prepared {
  /** The frame's document: the sanitized text, links that open in a new tab, and one style sheet. */
  text: string;
  /** The number of blocked pictures. */
  blocked: number;
}

const prepare = async (html: string, pictures: boolean): Promise<Prepared> => {
  const { default: purify } = await import("dompurify");
  const body = purify.sanitize(html, pictures ? allowed : withoutPictures);
  const blocked = pictures
    ? []
    : purify.removed.filter(
        (one) =>
          "attribute" in one && one.attribute?.name === "src" && safeUrl(one.attribute.value),
      );
  return {
    text: `<!doctype html><html class="${isDark() ? "dark" : "light"}"><head><base target="_blank"><meta name="referrer" content="no-referrer"><link rel="stylesheet" href="${richText}"></head><body>${body}</body></html>`,
    blocked: blocked.length,
  };
};

const BlockedPictures = ({ count, onShow }: { count: number; onShow: () => void }) =>
  count > 0 && (
    <p className="soft small">
      {formatCount(count, "image")} from other sites {count === 1 ? "isn't" : "aren't"} loaded.{" "}
      <Button variant="subtle" color="gray" size="xs" onClick={onShow}>
        Load {count === 1 ? "it" : "them"}
      </Button>
    </p>
  );

/**
 * Shows HTML from a record: sanitized, in a sandboxed frame without scripts that sends no requests until a person loads
 * its pictures. The frame shares the origin only so that its height can be measured; without `allow-scripts` its
 * content cannot use that.
 */
export const SafeHtml = ({ html, title }: { html: string; title: string }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(96);
  const [blocked, setBlocked] = useState(0);
  const [allowedFor, setAllowedFor] = useState<string>();
  const pictures = allowedFor === html;
  useEffect(() => {
    let stale = false;
    void prepare(html, pictures).then((prepared) => {
      if (stale || !frame.current) return;
      setBlocked(prepared.blocked);
      frame.current.srcdoc = trust?.createHTML(prepared.text) ?? prepared.text;
    });
    return () => {
      stale = true;
    };
  }, [html, pictures]);
  const measure = () =>
    setHeight(frame.current?.contentDocument?.documentElement.scrollHeight ?? 96);
  return (
    <>
      <iframe
        ref={frame}
        className="safe-html"
        title={title}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        height={height}
        onLoad={measure}
      />
      <BlockedPictures count={blocked} onShow={() => setAllowedFor(html)} />
    </>
  );
};
