import "@mantine/notifications/styles.layer.css";
import "./notifications.css";
import { Button } from "@mantine/core";
import { Notifications, notifications, notificationsStore } from "@mantine/notifications";
import { notificationMs, type NotificationOffer } from "./notify.ts";

const most = 3;

/** The newest are shown at once: what is older makes room. */
const makeRoom = (): void => {
  for (const { id } of notificationsStore.getState().notifications.slice(0, 1 - most))
    if (id !== undefined) notifications.hide(id);
};

/** Shows a text for some seconds; it waits while the pointer or the focus is on it. */
export const show = (text: string, offer?: NotificationOffer): void => {
  makeRoom();
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
    // It stands in a live region, which is there before it: shell.tsx.
    role: "none",
    withBorder: true,
    classNames: { description: "notification__text" },
    closeButtonProps: { "aria-label": "Dismiss" },
    onFocusCapture: hold,
    onBlurCapture: release,
  });
};

/** The corner that notifications come up in. */
export const corner = (
  <Notifications
    classNames={{ root: "notifications", notification: "notification" }}
    withinPortal={false}
    autoClose={notificationMs}
    limit={most}
    containerWidth="24rem"
    transitionDuration={180}
    zIndex={50}
  />
);
