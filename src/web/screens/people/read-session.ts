import { Session, sessionPath } from "#contract/people.ts";
import { readAnswer } from "#contract/read.ts";
import { isProxySignOut } from "#web/base/proxy-sign-in.ts";
import { type KnownSession, readStoredSession, session, sessionKey } from "#web/base/session.ts";

/** What the gateway would answer if the proxy that signs people in let the request through. */
const endedAtProxy: Session = { signIn: "header", person: null, expiresAt: null, idleUntil: null };

/** Asks the gateway who is signed in; undefined if it gives no answer. It sends no request to the upstream. */
export const readSession = async (): Promise<Session | undefined> => {
  try {
    const response = await fetch(sessionPath, {
      headers: { Accept: "application/json", "X-Requested-By": "supercargo" },
      redirect: "manual",
    });
    const json: unknown = await response.json().catch(() => undefined);
    if (isProxySignOut(response, json)) return endedAtProxy;
    if (!response.ok) return undefined;
    const { value, problems } = readAnswer(Session, json);
    return problems.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Whether the person signed out in this browser; a session that ends otherwise leaves its person stored. */
export const hasSignedOut = (): boolean => readStoredSession()?.person === null;

/** Stores a session for other tabs. This page keeps its own. */
export const storeSession = ({ signIn, person, expiresAt }: KnownSession): void => {
  const known: KnownSession = {
    signIn,
    ...(expiresAt && { expiresAt }),
    person: person && { id: person.id, name: person.name, role: person.role },
  };
  const text = JSON.stringify(known);
  try {
    // An unchanged text would wake the other tabs.
    if (localStorage.getItem(sessionKey) !== text) localStorage.setItem(sessionKey, text);
  } catch {
    // Without storage, another tab notices when it is used again.
  }
};

/** Makes a session this page's, and stores it. */
export const startSession = (next: KnownSession): void => {
  storeSession(next);
  const { signIn, person } = session.get();
  if (JSON.stringify([signIn, person]) !== JSON.stringify([next.signIn, next.person]))
    session.set(next);
};
