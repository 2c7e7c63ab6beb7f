import * as z from 'zod/mini';
import { Listener, type ListenersMoved } from '#contract/engine/engine.ts';

export type ListenerEventHandlers = {
  /** A connection was opened: a new snapshot follows. */
  connected(): void;
  snapshot(sessions: Listener[]): Promise<void>;
  /** The snapshot is complete. */
  snapshotComplete(): void;
  changed(moved: ListenersMoved): Promise<void>;
  /** The connection ended, or could not be opened. */
  disconnected(): void;
};

const firstPauseMs = 250;
const longestPauseMs = 2000;
/** The engine sends something at least every 15 s; three times that without data means that it is gone. */
const silenceMs = 45_000;
const Here = z.object({ sessions: z.array(z.unknown()) });
const Moved = z.object({ opened: z.array(z.unknown()), closed: z.array(z.string()) });

/** Follows the engine's listener events until the signal; reconnects after 0.25 s, 0.5 s, … 2 s. */
export const followListeners = async (
  { url, token }: { url: string; token: string },
  handlers: ListenerEventHandlers,
  signal: AbortSignal,
): Promise<void> => {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const idle = new AbortController();
    try {
      const answer = await fetch(new URL('/sessions/events', url), {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.any([signal, idle.signal]),
      });
      if (!answer.ok || !answer.body) throw new Error(`The engine answered ${answer.status}`);
      handlers.connected();
      pauseMs = firstPauseMs;
      await readAll(answer.body, handlers, idle);
    } catch {
      // Whatever the error, reconnect.
    }
    if (signal.aborted) return;
    handlers.disconnected();
    await pause(pauseMs, signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
};

const readAll = async (
  body: NonNullable<Response['body']>,
  handlers: ListenerEventHandlers,
  idle: AbortController,
): Promise<void> => {
  let rest = '';
  let timer = setTimeout(() => idle.abort(), silenceMs);
  try {
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => idle.abort(), silenceMs);
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      // In order: a listener may disconnect right after connecting.
      for (const block of blocks) await dispatch(block, handlers);
    }
  } finally {
    clearTimeout(timer);
  }
};

const dispatch = async (block: string, handlers: ListenerEventHandlers): Promise<void> => {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
  if (data === undefined) return;
  if (event === 'here') await handlers.snapshot(listeners(z.parse(Here, JSON.parse(data)).sessions));
  if (event === 'told') handlers.snapshotComplete();
  if (event !== 'moved') return;
  const { opened, closed } = z.parse(Moved, JSON.parse(data));
  await handlers.changed({ opened: listeners(opened), closed });
};

/** Skips listeners that can't be parsed, which a newer engine may send. */
const listeners = (values: unknown[]): Listener[] => values.flatMap((one) => z.safeParse(Listener, one).data ?? []);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
