import { listen, type Listener } from './listener.ts';

/** A listener whose player reconnects whenever the server closes the connection. */
export type Fan = {
  /** How many connections it has had. */
  connections(): number;
  /** The sound of the current connection, since it was opened. */
  heard(): Buffer;
  /** Disconnects; returns the sound of each connection. */
  leave(): Promise<Buffer[]>;
};

export const follow = async (mount: string): Promise<Fan> => {
  const pieces: Buffer[] = [];
  let now: Listener = await listen(mount);
  let connections = 1;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (!now.ended()) continue;
      const again = await listen(mount).catch(() => undefined);
      // A refused connection is none: try again.
      if (!again || !/^HTTP\/1\.[01] 200/.test(again.heard().head)) continue;
      pieces.push(now.heard().sound);
      now = again;
      connections += 1;
    }
  })();
  return {
    connections: () => connections,
    heard: () => now.heard().sound,
    leave: async () => {
      if (isOver) return pieces;
      isOver = true;
      await watching;
      pieces.push(now.leave().sound);
      return pieces;
    },
  };
};
