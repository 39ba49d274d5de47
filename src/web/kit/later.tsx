import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useReducer } from "react";
import { notify } from "./notify.ts";

/** Says that code could not be loaded: the server may have stopped or been updated. */
export const notLoaded = "Couldn't load a part of the console. Try again, or reload the page.";

export interface LaterProps {
  /** Shown until the code is loaded. */
  instead?: ReactNode;
  /** Called if the code can't be loaded, so that it can be requested again; a notification has said so. */
  onFail?: () => void;
}

/**
 * A component whose code loads when it is first rendered, or before by `load`. From then on it renders at once, also
 * the first time, while `Suspense` may wait 300 ms after its fallback. A failure leaves the screen as it is.
 */
export const later = <P extends object>(fetchCode: () => Promise<ComponentType<P>>) => {
  let Code: ComponentType<P> | undefined;
  const load = async (): Promise<void> => {
    Code ??= await fetchCode();
  };
  const Later = ({ instead = null, onFail, ...rest }: P & LaterProps): ReactNode => {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const failed = useEffectEvent(() => {
      notify(notLoaded);
      onFail?.();
    });
    useEffect(() => {
      if (Code) return;
      load().then(redraw, failed);
    }, []);
    return Code ? <Code {...(rest as unknown as P)} /> : instead;
  };
  return Object.assign(Later, { load, isLoaded: () => Code !== undefined });
};
