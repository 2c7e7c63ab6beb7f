/** Calls that return an iterator at once, which are left as they are. */
const iterated: readonly PropertyKey[] = ['eventsSince'];

/** An engine that does something before or after some of its calls: fails, waits, or ends the process. */
export const intercepted = <T extends object>(
  engine: T,
  at: { before?: (name: keyof T) => Promise<void>; after?: (name: keyof T) => Promise<void> },
): T =>
  new Proxy(engine, {
    get: (target, property) => {
      const name = property as keyof T;
      const found: unknown = target[name];
      if (typeof found !== 'function' || iterated.includes(name)) return found;
      return async (...given: unknown[]): Promise<unknown> => {
        await at.before?.(name);
        const result: unknown = await (found as (...of: unknown[]) => unknown).apply(target, given);
        await at.after?.(name);
        return result;
      };
    },
  });
