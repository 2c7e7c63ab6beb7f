import { listen, type Listener } from './listener.ts';

/** A listener whose player reconnects whenever the server closes the connection. */
export type Fan = {
  /** How many connections it has had. */
  connections(): number;
  /** The audio received on the current connection. */
  heard(): Buffer;
  /** Disconnects; returns the audio of each connection. */
  leave(): Promise<Buffer[]>;
};

export const follow = async (mount: string): Promise<Fan> => {
  const recordings: Buffer[] = [];
  let current: Listener = await listen(mount);
  let connections = 1;
  let hasLeft = false;
  const reconnecting = (async () => {
    while (!hasLeft) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (!current.ended()) continue;
      const next = await listen(mount).catch(() => undefined);
      // A refused connection does not count: try again.
      if (!next || !/^HTTP\/1\.[01] 200/.test(next.heard().head)) continue;
      recordings.push(current.heard().sound);
      current = next;
      connections += 1;
    }
  })();
  return {
    connections: () => connections,
    heard: () => current.heard().sound,
    leave: async () => {
      if (hasLeft) return recordings;
      hasLeft = true;
      await reconnecting;
      recordings.push(current.leave().sound);
      return recordings;
    },
  };
};
