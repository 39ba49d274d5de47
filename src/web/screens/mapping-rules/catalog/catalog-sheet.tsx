import { Button, Input } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { type WorkflowState, sourceInWords } from "./workflow-source.ts";
import { formatCount, formatDateTime } from "#web/base/format.ts";
import { fileFlaws } from "#web/base/read-text-file.ts";
import { Sheet } from "#web/kit/screen.tsx";
import {
  deleteCatalogue,
  storeCatalogue,
  catalogueInWords,
  readCatalogueFile,
} from "./catalog-file.ts";

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
    await storeCatalogue({ metaData: read.metaData, fileName: file.name, at: Date.now() });
    await reload();
    const rest =
      read.unread > 0 ? ` ${formatCount(read.unread, "value")} unreadable, left blank.` : "";
    const check = read.flaw ? ` ${fileFlaws[read.flaw].text}` : "";
    setMessage(`Imported ${catalogueInWords(read.metaData)}.${rest}${check}`);
  };
  const forget = async () => {
    setMessage(undefined);
    setFailure(undefined);
    await deleteCatalogue();
    await reload();
    setMessage("Imported catalog deleted.");
  };
  const failing = (work: Promise<void>) =>
    void work.catch(() =>
      setFailure("Couldn't import the catalog: this browser doesn't store data."),
    );
  return {
    message,
    failure,
    onFile: (event: ChangeEvent<HTMLInputElement>) => {
      const [file] = event.target.files ?? [];
      event.target.value = "";
      if (file) failing(take(file));
    },
    onForget: () => failing(forget()),
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
    <Sheet title="Available fields, comparators and actions">
      <div className="stack">
        <p>{sourceInWords(source)}</p>
        <p className="faint">
          {contentInWords(workflow)} A catalog file is the response of{" "}
          <span className="code">GET /workflow/meta-data</span>. Where the API offers it, the
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
