import { Fragment, type ReactNode } from "react";
import * as z from "zod/mini";
import type { FieldDraft, Texts } from "./field-draft.ts";
import type { FieldProps } from "./form-field.ts";

/** What a control may need of its form. */
export interface ControlledForm<F extends string> {
  readonly texts: Texts<F>;
  /** The record's texts; left out of a form that creates one. */
  readonly before?: Texts<F>;
  readonly register: (field: F) => FieldProps;
  readonly setValues: (texts: Partial<Texts<F>>) => void;
}

/** A field of a form; `V` is the value that is sent for it. */
export interface FieldDefinition<F extends string, R, V = never> {
  /** Without a label, the field belongs to the form only: a change by another person is no conflict. */
  label?: string;
  /** The record's value. */
  of: (record: Partial<R>) => string | number | null | undefined;
  /** Writes a typed text as the record would: "5" becomes "5.00". */
  normal?: (text: string) => string;
  /** Why a text can't be sent; `before` has the record's texts. */
  why?: (text: string, texts: Texts<F>, before: Texts<F>) => string | undefined;
  /** The value for a text; undefined is not sent. Left out if the field is not sent. */
  send?: (text: string) => V | undefined;
  /** Left out if the field is only compared. */
  control?: (field: FieldProps & { label: string }, form: ControlledForm<F>) => ReactNode;
}

type Definitions<F extends string, R, S> = {
  [K in F]: FieldDefinition<NoInfer<F>, R, K extends keyof S ? S[K] : never>;
};

/**
 * Derives labels, texts, checks, request and controls of a form for records `R` and requests `S` from one declaration:
 * `defineFields<Thing, ThingUpdate>()({ name: { label, of, send, control } })`.
 */
export const defineFields =
  <R, S>() =>
  <F extends string>(definitions: Definitions<F, R, S>) => {
    const all = Object.entries(definitions) as [F, FieldDefinition<F, R, unknown>][];
    const labeled = all.filter(([, { label }]) => label !== undefined);
    const textsOf = (record: Partial<R>): Texts<F> =>
      Object.fromEntries(
        all.map(([field, { of }]) => [field, String(of(record) ?? "")]),
      ) as Texts<F>;
    const normal = (field: F, text: string): string => definitions[field].normal?.(text) ?? text;
    const schema = (before: Texts<F> = textsOf({})) =>
      z
        .object(Object.fromEntries(all.map(([field]) => [field, z.string()])))
        .check(({ value, issues }) => {
          const texts = value as Texts<F>;
          for (const [field, { why }] of all) {
            const message = why?.(texts[field], texts, before);
            if (message !== undefined)
              issues.push({ code: "custom", path: [field], message, input: texts[field] });
          }
        });
    const toValues = (texts: Partial<Texts<F>>): Partial<S> =>
      Object.fromEntries(
        all.flatMap(([field, { send }]) => {
          const text: string | undefined = texts[field];
          const value = text === undefined ? undefined : send?.(text);
          return value === undefined ? [] : [[field, value]];
        }),
      ) as Partial<S>;
    const fieldOf = (path: string): F | undefined =>
      all.find(([field]) => field === path.split(".")[0])?.[0];
    return {
      textsOf,
      /** The whole request: the declaration must have every field that the API requires. */
      toRequest: (texts: Texts<F>): S => toValues(texts) as S,
      /** The values for the changed fields. */
      toChanges: (draft: FieldDraft<F>): Partial<S> =>
        toValues(
          Object.fromEntries(all.map(([field]) => [field, draft[field]?.text])) as Partial<
            Texts<F>
          >,
        ),
      /** Whether a record is what these texts create. */
      isSame: (record: R, texts: Texts<F>): boolean =>
        all.every(
          ([field, { send }]) =>
            !send || normal(field, textsOf(record)[field]) === normal(field, texts[field]),
        ),
      /** The options of `useRecordForm` for the changes to a record. */
      forRecord: (record: R) => ({
        labels: Object.fromEntries(labeled.map(([field, { label }]) => [field, label])) as Partial<
          Record<F, string>
        >,
        textsOf,
        normal,
        schema: schema(textsOf(record)),
        fieldOf,
      }),
      /** The options of `useCreateForm`. */
      forNew: { blank: textsOf({}), schema: schema(), fieldOf },
      Controls: ({ form }: { form: ControlledForm<F> }) => (
        <>
          {all.map(([field, { label = "", control }]) => (
            <Fragment key={field}>{control?.({ ...form.register(field), label }, form)}</Fragment>
          ))}
        </>
      ),
    };
  };

/** A text without spaces around it. */
export const trim = (text: string): string => text.trim();
