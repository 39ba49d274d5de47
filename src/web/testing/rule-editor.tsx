import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import { Provider } from "#web/provider.tsx";
import {
  EditorContext,
  type OpenEditor,
} from "#web/screens/mapping-rules/editor/builder-context.ts";

/**
 * Shows a part of an open rule's editor until the test ends, or until `close` is called, for a test that uses `act`.
 * `host` is the element around it.
 */
export const showInEditor = (editor: OpenEditor, part: ReactNode) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  const root = createRoot(host);
  const close = () => act(() => root.unmount());
  onTestFinished(close);
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Provider>
          <EditorContext value={editor}>{part}</EditorContext>
        </Provider>
      </QueryClientProvider>,
    ),
  );
  return { host, close };
};

/** Presses a key in the element that has the focus; the test wraps it in `act`. */
export const dispatchKey = (key: string, init: KeyboardEventInit = {}): void => {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }),
  );
};
