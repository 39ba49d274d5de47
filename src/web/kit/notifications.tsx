import "@mantine/notifications/styles.layer.css";
import "./notifications.css";
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Notifications, notifications, notificationsStore } from "@mantine/notifications";
import { notificationMs, type NotificationOffer } from "./notify.ts";

const maxShown = 3;

/** Hides the oldest notifications so that a new one shows immediately. */
const makeRoom = (): void => {
  for (const { id } of notificationsStore.getState().notifications.slice(0, 1 - maxShown))
    if (id !== undefined) notifications.hide(id);
};

/** Shows a text for a few seconds; it stays while the pointer or the focus is on it. */
export const show = (text: string, asked?: NotificationOffer): void => {
  makeRoom();
  const offer = asked?.until?.aborted ? undefined : asked;
  const hold = () => notifications.update({ id, message, autoClose: false });
  const release = () => notifications.update({ id, message, autoClose: notificationMs });
  const act = () => {
    notifications.hide(id);
    offer?.act();
  };
  const message = (
    <div className="notification__message">
      {text}
      {offer && (
        <Button variant="subtle" size="xs" onClick={act}>
          {offer.label}
        </Button>
      )}
    </div>
  );
  const id = notifications.show({
    message,
    icon: <IconCheck aria-hidden="true" size={18} />,
    color: "green",
    // It is inside a live region that exists before it: shell.tsx.
    role: "none",
    withBorder: true,
    classNames: { description: "notification__text" },
    closeButtonProps: { "aria-label": "Dismiss" },
    onFocusCapture: hold,
    onBlurCapture: release,
  });
  offer?.until?.addEventListener("abort", () => notifications.hide(id));
};

/** The place where notifications appear: the buttons of bars are at their ends. */
export const corner = (
  <Notifications
    position="bottom-center"
    classNames={{ root: "notifications", notification: "notification" }}
    withinPortal={false}
    autoClose={notificationMs}
    limit={maxShown}
    containerWidth="24rem"
    transitionDuration={140}
    zIndex={50}
  />
);
