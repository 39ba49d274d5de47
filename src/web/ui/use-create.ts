import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { notify } from "./notify.ts";

/** Makes a record of a kind from a form, once: forgets the draft, says so, and goes to the record at `/<kind>/<id>`. */
export const useCreate = (kind: string, forget: () => void) => {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const [made, setMade] = useState<number>();
  const busy = useRef(false);
  // After `made` is drawn, so that nothing asks whether to leave what is saved.
  useEffect(() => {
    if (made !== undefined) void navigate({ to: `/${kind}/${made}` });
  }, [kind, made, navigate]);
  const create = async (send: () => Promise<{ id: number; name: string }>) => {
    if (busy.current) return;
    busy.current = true;
    setError(undefined);
    try {
      const { id, name } = await send();
      forget();
      notify(`Made: ${name}.`);
      setMade(id);
    } catch (cause) {
      setError(cause);
      busy.current = false;
    }
  };
  return { error, made: made !== undefined, create };
};
