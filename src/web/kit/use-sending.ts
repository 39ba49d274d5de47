import { useRef, useState } from "react";

interface Sending<A extends unknown[]> {
  readonly sending: boolean;
  /** The failure of the last request; undefined while another one is sent. */
  readonly error: unknown;
  readonly send: (...given: A) => Promise<void>;
}

/** Sends one request at a time, however often a button is pressed, and holds its failure. */
export const useSending = <A extends unknown[]>(
  act: (...given: A) => Promise<void>,
): Sending<A> => {
  const [error, setError] = useState<unknown>();
  const [sending, setSending] = useState(false);
  const running = useRef(false);
  const send = async (...given: A): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    setError(undefined);
    try {
      await act(...given);
    } catch (failure) {
      setError(failure);
    } finally {
      running.current = false;
      setSending(false);
    }
  };
  return { sending, error, send };
};
