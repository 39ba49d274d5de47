import { Button, Input } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { readAnswer } from "#contract/read.ts";
import { isRecord } from "#rules/read-value.ts";
import { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { formatCount, formatDateTime } from "#web/base/format.ts";
import {
  explainRefusal,
  type FileFlaw,
  fileFlaws,
  readTextFile,
} from "#web/base/read-text-file.ts";
import { Sheet } from "#web/kit/screen.tsx";
import {
  deleteCatalogue,
  sourceInWords,
  storeCatalogue,
  type WorkflowState,
} from "./workflow-source.ts";

/** A catalogue from a file, or the reason why the file is none. */
type ReadCatalogue =
  | {
      readonly kind: "catalogue";
      readonly metaData: WorkflowMetaData;
      readonly unread: number;
      readonly flaw?: FileFlaw | undefined;
    }
  | { readonly kind: "unreadable"; readonly why: string };

/** Larger than any catalogue: an account with ten thousand fields has a tenth of it. */
const maxLength = 32 * 1024 * 1024;

const unreadable = (why: string): ReadCatalogue => ({ kind: "unreadable", why });

const lists = [
  "dataTypes",
  "comparators",
  "actions",
  "globalObjects",
  "globalObjectFields",
] as const;

const parse = (text: string): { json: unknown } | { why: string } => {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { why: `This isn't JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

/** Reads the answer of GET /workflow/meta-data, tolerantly; another text gives a message. */
const readCatalogue = (text: string): ReadCatalogue => {
  const parsed = parse(text);
  if ("why" in parsed) return unreadable(parsed.why);
  const { json } = parsed;
  const missing = isRecord(json)
    ? lists.filter((name) => !Array.isArray(json[name]) || json[name].length === 0)
    : lists;
  if (missing.length > 0)
    return unreadable(
      `This isn't a catalog: it has no list of ${missing.join(", ")}. A catalog is the response of GET /workflow/meta-data.`,
    );
  try {
    const { value, problems } = readAnswer(WorkflowMetaData, json);
    return { kind: "catalogue", metaData: value, unread: problems.length };
  } catch {
    return unreadable("This JSON is nested too deeply, or most of it isn't part of a catalog.");
  }
};

/** Reads a catalogue from a file. Never rejects. */
export const readCatalogueFile = async (file: Blob): Promise<ReadCatalogue> => {
  const read = await readTextFile(file, maxLength);
  if (read.kind !== "text") return unreadable(explainRefusal(read.kind, maxLength));
  const { text, flaw } = read;
  const result = readCatalogue(text);
  if (flaw === undefined) return result;
  return result.kind === "catalogue"
    ? { ...result, flaw }
    : unreadable(`${result.why.replace(/\.$/, "")}. ${fileFlaws[flaw].text}`);
};

export const catalogueInWords = (metaData: WorkflowMetaData): string =>
  [
    formatCount(metaData.globalObjectFields.length, "field"),
    formatCount(metaData.comparators.length, "comparator"),
    formatCount(metaData.actions.length, "action"),
    formatCount(metaData.events.length, "event"),
  ].join(", ");

const useCatalogueFile = () => {
  const cache = useQueryClient();
  const [message, setMessage] = useState<string>();
  const [failure, setFailure] = useState<string>();
  // The choices may have changed everywhere; nothing of the upstream is requested reload.
  const reload = () => cache.invalidateQueries({ queryKey: ["mapping-rules", "local-workflow"] });
  const take = async (file: File) => {
    setMessage(undefined);
    setFailure(undefined);
    const read = await readCatalogueFile(file);
    if (read.kind === "unreadable") return setFailure(read.why);
    const { metaData } = read;
    if (!(await storeCatalogue({ metaData, fileName: file.name, at: Date.now() })))
      return setFailure("Couldn't import the catalog: this browser doesn't store data.");
    await reload();
    const rest =
      read.unread > 0 ? ` ${formatCount(read.unread, "value")} unreadable, left blank.` : "";
    const check = read.flaw ? ` ${fileFlaws[read.flaw].text}` : "";
    setMessage(`Imported ${catalogueInWords(metaData)}.${rest}${check}`);
  };
  const forget = async () => {
    setMessage(undefined);
    setFailure(undefined);
    await deleteCatalogue();
    await reload();
    setMessage("Imported catalog deleted.");
  };
  return {
    message,
    failure,
    onFile: (event: ChangeEvent<HTMLInputElement>) => {
      const [file] = event.target.files ?? [];
      event.target.value = "";
      if (file) void take(file);
    },
    onForget: () => void forget(),
  };
};

const contentInWords = ({
  workflow,
  source,
}: Extract<WorkflowState, { status: "ready" }>): string | undefined => {
  if (source.kind === "rules" && source.count === 0) return undefined;
  const content = catalogueInWords(workflow.metaData);
  return source.kind === "file"
    ? `${content}, imported ${formatDateTime(source.at)}.`
    : `${content}.`;
};

/** The source of the names that rules are built with, and the import of a catalogue from a file. */
export const CatalogueSheet = ({ workflow }: { workflow: WorkflowState }) => {
  const { message, failure, onFile, onForget } = useCatalogueFile();
  if (workflow.status === "pending" || workflow.source.kind === "upstream") return null;
  const { source } = workflow;
  return (
    <Sheet title="Available fields, comparisons and actions">
      <div className="stack">
        <p>{sourceInWords(source)}</p>
        <p className="faint">
          {contentInWords(workflow)} A catalog file is the response of{" "}
          <span className="code">GET /workflow/meta-data</span>. Where the service offers it, the
          console has “Download catalog” under “More” in the rule list. The catalog stays in this
          browser.
        </p>
        <div className="row">
          <Button component="label" className="file-button">
            Import catalog
            <input
              type="file"
              className="visually-hidden"
              accept="application/json,.json"
              onChange={onFile}
            />
          </Button>
          {source.kind === "file" && (
            <Button variant="subtle" color="gray" onClick={onForget}>
              Delete imported catalog
            </Button>
          )}
        </div>
        <p role="status" className={message ? undefined : "visually-hidden"}>
          {message}
        </p>
        {failure && <Input.Error role="alert">{failure}</Input.Error>}
      </div>
    </Sheet>
  );
};
