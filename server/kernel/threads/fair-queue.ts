/** Tasks of several owners: `run` settles as `work` does. */
export type FairQueue = { run<T>(owner: string, work: () => Promise<T>): Promise<T> };

/**
 * Runs at most `atOnce` tasks at a time and at most one of each owner. Owners take turns: one with a hundred waiting
 * tasks only delays another by the current task.
 */
export const fairQueue = (atOnce: number): FairQueue => {
  /** Waiting tasks by owner, in the order of the owners' turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const busy = new Set<string>();

  const next = (): void => {
    const found = busy.size < atOnce && [...waiting].find(([owner]) => !busy.has(owner));
    if (!found) return;
    const [owner, [piece, ...rest]] = found;
    waiting.delete(owner);
    if (rest.length > 0) waiting.set(owner, rest);
    busy.add(owner);
    void piece!().finally(() => {
      busy.delete(owner);
      next();
    });
  };

  return {
    run: (owner, work) =>
      new Promise((settle, fail) => {
        waiting.set(owner, [...(waiting.get(owner) ?? []), () => work().then(settle, fail)]);
        next();
      }),
  };
};
