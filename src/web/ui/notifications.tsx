import "./notifications.css";
import { UnstyledButton } from "@mantine/core";
import { useEffect, useState, useSyncExternalStore } from "react";
import { dismiss, type Notification, notifications, subscribe } from "./notify.ts";

const standsFor = 7_000;

const One = ({ id, text, offer }: Notification) => {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismiss(id), standsFor);
    return () => clearTimeout(timer);
  }, [id, held]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div
      className="notification"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <p>{text}</p>
      {offer && (
        <UnstyledButton
          className="notification__offer"
          onClick={() => {
            dismiss(id);
            offer.act();
          }}
        >
          {offer.label}
        </UnstyledButton>
      )}
      <UnstyledButton aria-label="Dismiss" onClick={() => dismiss(id)}>
        ×
      </UnstyledButton>
    </div>
  );
};

/** What has been done, read out politely; it waits while the pointer or the focus is on it. */
export const Notifications = () => {
  const list = useSyncExternalStore(subscribe, notifications);
  return (
    <div className="notifications" role="status" aria-live="polite">
      {list.map((one) => (
        <One key={one.id} {...one} />
      ))}
    </div>
  );
};
