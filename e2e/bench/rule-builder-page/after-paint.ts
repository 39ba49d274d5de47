/**
 * Resolves with the time after the next frame is painted: a task queued in its animation callback runs after the
 * paint.
 */
export const afterPaint = (): Promise<number> =>
  new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now());
      port2.postMessage(undefined);
    });
  });
