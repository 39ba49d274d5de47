import "./webhook.css";
import { Button } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Control, useController, useForm } from "react-hook-form";
import { createWebhook, keepWebhook } from "#web/api/webhooks.ts";
import { CreateFailure } from "#web/ui/create-failure.tsx";
import { useDraft } from "#web/ui/draft.ts";
import { Field } from "#web/ui/field.tsx";
import { Screen, Sheet } from "#web/ui/screen.tsx";
import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { useCreate } from "#web/ui/use-create.ts";
import { blankWebhook, type NewWebhook, NewWebhookForm, newWebhookWords } from "./new-webhook.ts";
import { eventsOf, eventsText } from "./webhook-changes.ts";
import { EmailControl, EventsControl, UrlControl } from "./webhook-controls.tsx";
import { type OwnerType, WebhookOwner } from "./webhook-owner.tsx";
import { webhookName } from "./webhook-status.tsx";

const resolver = zodResolver(NewWebhookForm, { error: newWebhookWords });

/** The form with what was typed in this tab before a reload; kept no longer than the tab, as an address may be secret. */
const useNewWebhook = () => {
  const [draft, keepDraft] = useDraft<NewWebhook>("webhook.new", "tab");
  const form = useForm<NewWebhook>({ resolver, defaultValues: blankWebhook });
  const restored = useRef(false);
  useEffect(() => {
    if (!restored.current && draft) form.reset(draft, { keepDefaultValues: true });
    restored.current = true;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(values),
    });
  }, [form, draft, keepDraft]);
  return { form, forget: () => keepDraft(undefined) };
};

type FieldsProps = { control: Control<NewWebhook> };

const Owner = ({ control }: FieldsProps) => {
  const source = useController({ control, name: "sourceId" });
  const channel = useController({ control, name: "channelId" });
  const [type, setType] = useState<OwnerType>(channel.field.value ? "channel" : "source");
  const shown: OwnerType = channel.field.value ? "channel" : source.field.value ? "source" : type;
  return (
    <WebhookOwner
      type={shown}
      id={shown === "source" ? source.field.value : channel.field.value}
      error={source.fieldState.error?.message ?? channel.fieldState.error?.message}
      onChange={(next, id) => {
        setType(next);
        source.field.onChange(next === "source" ? id : undefined);
        channel.field.onChange(next === "channel" ? id : undefined);
      }}
    />
  );
};

const Target = ({ control }: FieldsProps) => {
  const url = useController({ control, name: "webhookUrl" });
  const events = useController({ control, name: "subscribedEvents" });
  const email = useController({ control, name: "notificationEmail" });
  return (
    <>
      <UrlControl
        value={url.field.value}
        onChange={url.field.onChange}
        error={url.fieldState.error?.message}
      />
      <EventsControl
        value={eventsText(events.field.value)}
        before={eventsText(events.field.value)}
        onChange={(text) => events.field.onChange(eventsOf(text))}
        error={events.fieldState.error?.message}
      />
      <EmailControl
        value={email.field.value ?? ""}
        onChange={(text) => email.field.onChange(text === "" ? undefined : text)}
        error={email.fieldState.error?.message}
      />
    </>
  );
};

/** A new webhook configuration: an extension that an upstream may not serve. */
export const WebhookNew = () => {
  const { form, forget } = useNewWebhook();
  const { error, made, create } = useCreate("webhooks", forget);
  const navigate = useNavigate();
  const { isDirty, isSubmitting, errors } = form.formState;
  const onSubmit = (event: FormEvent) =>
    void form.handleSubmit((values) =>
      create(async () => {
        const answer = await createWebhook(values);
        keepWebhook(answer.value.id, answer);
        return { id: answer.value.id, name: webhookName(answer.value) };
      }),
    )(event);
  const leave = () => {
    forget();
    form.reset(blankWebhook);
    void navigate({ to: "/webhooks" });
  };
  return (
    <Screen title="New webhook" crumbs={[{ label: "Webhooks", to: "/webhooks" }]}>
      <Sheet title="Configuration">
        <form className="form" onSubmit={onSubmit} noValidate aria-label="New webhook">
          <Field id="webhook-name" label="Name" error={errors.configurationName?.message}>
            {(tie) => <input {...tie} {...form.register("configurationName")} autoComplete="off" />}
          </Field>
          <Owner control={form.control} />
          <Target control={form.control} />
          <CreateFailure noun="webhook" error={error} />
          <div className="row">
            <Button
              type="submit"
              variant="filled"
              aria-disabled={isSubmitting}
              data-disabled={isSubmitting}
            >
              {isSubmitting ? "Being made…" : "Make webhook"}
            </Button>
            <Button onClick={leave}>{isDirty ? "Discard" : "Cancel"}</Button>
          </div>
        </form>
      </Sheet>
      <UnsavedGuard dirty={isDirty && !made} onDiscard={forget} />
    </Screen>
  );
};
