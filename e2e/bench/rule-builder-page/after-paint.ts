/** The time at which the next frame has been painted: a task that is queued from its animation callback runs after it. */
export const afterPaint = (): Promise<number> =>
  new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now());
      port2.postMessage(undefined);
    });
  });
