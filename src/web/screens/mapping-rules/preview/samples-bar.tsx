import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useState } from "react";
import { maxNesting } from "#contract/limits.ts";
import { ResellerProductParent } from "#contract/products.ts";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { isRecord } from "#rules/read-value.ts";
import { channelList } from "#web/api/account.ts";
import { formatAge, formatCount, formatQuantity } from "#web/base/format.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { useNow } from "#web/base/use-now.ts";
import { useValue } from "#web/base/value-store.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { PopoverButton } from "#web/kit/popover-button.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { ChannelChoice, resellersFirst } from "#web/records/channel-choice.tsx";
import { usePreviewSession } from "#web/screens/mapping-rules/editor/builder-context.ts";
import {
  mostSamples,
  previewOpen,
  type SampleKind,
  sampleOfOrder,
  sampleOfProduct,
  type SampleRecord,
  sampleWords,
} from "./preview-session.ts";
import { poolOfChoice, type SamplePool } from "./sample-sources.ts";

/** The records in pasted text, or the reason why it has none, in words. */
type PastedRecords =
  | { readonly samples: readonly SampleRecord[]; readonly why?: undefined }
  | { readonly samples?: undefined; readonly why: string };

/** A longer text would block the browser for too long. */
const maxCharacters = 20_000_000;

const isTooDeep = (json: unknown): boolean => {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxNesting) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
};

const parse = (text: string): { json: unknown } | { why: string } => {
  if (text.trim() === "") return { why: "Paste a record first" };
  if (text.length > maxCharacters) return { why: "This is too long for a test" };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { why: `This isn't JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const signs = {
  product: ["sku", "title", "variants"],
  purchase_order: ["purchaseOrderNumber", "purchaseOrderItems", "purchaseOrderStatus"],
} as const satisfies Record<SampleKind, readonly string[]>;

const readers: Readonly<Record<SampleKind, (json: unknown, at: number) => SampleRecord>> = {
  product: (json, at) => sampleOfProduct(readAnswer(ResellerProductParent, json).value, at),
  purchase_order: (json, at) => sampleOfOrder(readAnswer(PurchaseOrder, json).value, at),
};

const own = (json: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(json, name);

const textIn = (data: unknown, names: readonly string[]): string | undefined => {
  const first: unknown = Array.isArray(data) ? data[0] : data;
  const name = names.find((one) => isRecord(first) && typeof first[one] === "string");
  return isRecord(first) && name !== undefined ? String(first[name]) : undefined;
};

/** Objects by their handles, in the format of the run operation (neighbours). */
const sampleOfObjects = (json: Readonly<Record<string, unknown>>, at: number): SampleRecord => {
  const objects = json["objects"] as Readonly<Record<string, unknown>>;
  const found = Object.values(objects).map((data) =>
    textIn(data, ["sku", "purchaseOrderNumber", "title"]),
  );
  const name = found.find((text) => text !== undefined) ?? `Record ${at + 1}`;
  return {
    key: `pasted ${at}`,
    name,
    detail: Object.keys(objects).join(", "),
    terms: name.toLowerCase(),
    record: { objects, ...(own(json, "value") ? { value: json["value"] } : {}) },
  };
};

/** One record; undefined where it is none, or too incomplete to be read. */
const readOne = (json: unknown, at: number, kind: SampleKind): SampleRecord | undefined => {
  if (!isRecord(json)) return undefined;
  try {
    if (own(json, "objects") && isRecord(json["objects"])) return sampleOfObjects(json, at);
    const fits = signs[kind].some((name) => own(json, name));
    return fits ? { ...readers[kind](json, at), key: `pasted ${at}` } : undefined;
  } catch {
    return undefined;
  }
};

const expected = {
  product: "a product has at least sku, title or variants",
  purchase_order:
    "an order has at least purchaseOrderNumber, purchaseOrderItems or purchaseOrderStatus",
} as const satisfies Record<SampleKind, string>;

/** Reads one record, or a list of them, from a text. Never throws; returns what is wrong in words. */
export const readPastedRecords = (text: string, kind: SampleKind): PastedRecords => {
  const parsed = parse(text);
  if ("why" in parsed) return parsed;
  const list = Array.isArray(parsed.json) ? parsed.json : [parsed.json];
  if (list.length === 0) return { why: "This list is empty" };
  if (list.length > mostSamples)
    return {
      why: `This has ${formatQuantity(list.length)} records. Paste at most ${formatQuantity(mostSamples)}.`,
    };
  if (isTooDeep(parsed.json)) return { why: "This is nested too deeply" };
  const samples = list.map((json, at) => readOne(json, at, kind));
  const wrong = samples.indexOf(undefined);
  if (wrong >= 0) {
    const which = list.length === 1 ? "This" : `Entry ${wrong + 1}`;
    return { why: `${which} isn't a record that this rule can run on: ${expected[kind]}` };
  }
  const read = samples.filter((sample) => sample !== undefined);
  const given = read.filter(({ record }) => record.value !== undefined).length;
  return given === 0 || given === read.length
    ? { samples: read }
    : {
        why: `${given} of ${read.length} records have a “value”, the others don't. Test them separately.`,
      };
};

/** The channel of the products that the rule is tested on: the last one viewed, else the first that has products. */
const SampleChannel = () => {
  const session = usePreviewSession();
  const choice = useValue(session.choice);
  const { data } = useQuery({ ...channelList(), enabled: choice.channelId === undefined });
  const first = data && resellersFirst(data.value)[0]?.id;
  useEffect(() => {
    const now = session.choice.get();
    if (now.channelId === undefined && first !== undefined)
      session.choice.set({ ...now, channelId: first });
  }, [session, first]);
  const choose = (text: string) => {
    const channelId = toRecordId(text);
    lastChannel.set(channelId);
    session.choice.set({ ...session.choice.get(), channelId });
    session.change({ selectedKey: undefined });
  };
  return <ChannelChoice channelId={choice.channelId} onChoose={choose} enabled />;
};

const hints = {
  product: "A parent product as returned by the service, or a list of them.",
  purchase_order: "A purchase order as returned by the service, or a list of them.",
} as const;

/** Records from pasted JSON. They stay in this page's memory. */
const PasteRecords = ({ onClose }: { onClose: () => void }) => {
  const session = usePreviewSession();
  const { kind } = useValue(session.choice);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readPastedRecords(text, kind);
    if (read.why !== undefined) return setError(read.why);
    session.choice.set({ ...session.choice.get(), pasted: read.samples });
    session.change({ selectedKey: undefined });
    onClose();
  };
  return (
    <Dialog
      title="Test on pasted records"
      onSubmit={onSubmit}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled">
            Test on these
          </Button>
        </>
      }
    >
      <Textarea
        label="JSON of one or more records"
        description={`${hints[kind]} {"objects": {…}}, as the run operation accepts it, works too. Records aren't sent or stored.`}
        error={error}
        errorProps={{ role: "status" }}
        data-autofocus
        classNames={{ input: "code" }}
        rows={10}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
};

const amounts = [50, 500, 2_000, mostSamples];

interface PoolProps {
  pool: SamplePool;
  onPaste: () => void;
}

const Reading = ({ pool }: Pick<PoolProps, "pool">) => {
  const { samples, wanted, total, secondsLeft } = useValue(pool);
  const goal = Math.min(wanted, total ?? wanted);
  const left =
    secondsLeft !== undefined && secondsLeft > 0 && total !== undefined
      ? `, about ${formatCount(secondsLeft, "second")} left`
      : "";
  return (
    <div className="samples__reading">
      <ProgressBar
        className="samples__progress"
        label="Records loaded"
        done={samples.length}
        total={goal}
      />
      <span>{`${formatQuantity(samples.length)} of ${formatQuantity(goal)} loaded${left}`}</span>
      <Button size="xs" onClick={pool.pause}>
        Pause
      </Button>
    </div>
  );
};

const Settings = ({ pool, onPaste }: PoolProps) => {
  const session = usePreviewSession();
  const { kind } = useValue(session.choice);
  const { wanted } = useValue(pool);
  const stop = () => {
    pool.pause();
    previewOpen.set(false);
    session.change({ open: false });
  };
  const acts = [
    ["Refresh sample", pool.refresh],
    ["Paste records…", onPaste],
    ["Close test", stop],
  ] as const;
  return (
    <PopoverButton label="Change sample" title="Records to test on">
      <div className="samples__settings">
        <NativeSelect
          label="How many"
          value={String(wanted)}
          onChange={(event) => pool.want(Number(event.target.value))}
          data={amounts.map((amount) => ({ value: `${amount}`, label: formatQuantity(amount) }))}
        />
        {acts.map(([label, act]) => (
          <Button key={label} size="xs" onClick={act}>
            {label}
          </Button>
        ))}
        <p className="faint small">
          {kind === "product"
            ? "Products come from the catalog that the Products screen searches."
            : "Orders have addresses, so they aren't stored. They are cleared when you close this page."}
        </p>
      </div>
    </PopoverButton>
  );
};

const ReadingError = ({ pool, kind }: Pick<PoolProps, "pool"> & { kind: SampleKind }) => {
  const { phase, samples, error } = useValue(pool);
  if (phase === "failed")
    return (
      <ErrorNotice error={error} onRetry={pool.start} retryLabel="Continue loading">
        {samples.length > 0 && (
          <p>The rule is tested on the {formatCount(samples.length, "record")} loaded so far.</p>
        )}
      </ErrorNotice>
    );
  if (phase === "complete" && samples.length === 0)
    return (
      <Notice title={`No ${sampleWords[kind].many} to test on`}>
        <p>
          {kind === "product"
            ? "This channel has no products. Select another, or paste a record."
            : "The service has no orders, or doesn't list them. Open an order on its screen first, or paste one."}
        </p>
      </Notice>
    );
  return null;
};

const PoolBar = ({ pool, onPaste }: PoolProps) => {
  const { phase, samples, readAt, total, isEstimate } = useValue(pool);
  const { kind } = useValue(usePreviewSession().choice);
  const { one, many } = sampleWords[kind];
  const now = useNow();
  return (
    <>
      <div className="samples__line">
        {phase === "reading" ? (
          <Reading pool={pool} />
        ) : (
          <span>
            {formatCount(samples.length, one, many)}
            {total !== undefined &&
              total > samples.length &&
              ` of ${isEstimate ? "about " : ""}${formatQuantity(total)}`}
            {readAt !== undefined && `, loaded ${formatAge(readAt, now)}`}
            {kind === "purchase_order" && samples.length > 0 && ", not stored"}
          </span>
        )}
        {(phase === "paused" || phase === "idle") && (
          <Button size="xs" onClick={pool.start}>
            {phase === "paused" ? "Continue loading" : `Load ${many}`}
          </Button>
        )}
        <Settings pool={pool} onPaste={onPaste} />
      </div>
      <ReadingError pool={pool} kind={kind} />
    </>
  );
};

/** The samples that the rule is tested on, the progress of reading them, and the controls to change them. */
export const SamplesBar = () => {
  const session = usePreviewSession();
  const choice = useValue(session.choice);
  const [pasting, paste] = useState(false);
  const pool = poolOfChoice(choice);
  return (
    <div className="samples">
      <div className="samples__line">
        <h2>Test</h2>
        {choice.kind === "product" && !choice.pasted && (
          <>
            <span>on products of</span>
            <SampleChannel />
          </>
        )}
      </div>
      {choice.pasted && (
        <div className="samples__line">
          <span>On {formatCount(choice.pasted.length, "pasted record")}, not stored.</span>
          <Button size="xs" onClick={() => session.choice.set({ ...choice, pasted: undefined })}>
            Use {sampleWords[choice.kind].many} from the service
          </Button>
        </div>
      )}
      {pool && <PoolBar pool={pool} onPaste={() => paste(true)} />}
      {!pool && !choice.pasted && (
        <div className="samples__line">
          <span>Select a channel to test on its products.</span>
          <Button size="xs" onClick={() => paste(true)}>
            Paste records…
          </Button>
        </div>
      )}
      {pasting && <PasteRecords onClose={() => paste(false)} />}
    </div>
  );
};
