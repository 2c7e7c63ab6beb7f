import * as z from 'zod/mini';
import { StationPositions } from '#contract/engine/autodj-position.ts';
import { StationState } from '#contract/engine/engine.ts';
import type { EngineClient } from './engine-client.ts';
import { pause } from './pause.ts';

const firstPauseMs = 250;
const longestPauseMs = 2000;
/** The engine sends something at least every 15 s; after three times that in silence the connection counts as lost. */
const silenceMs = 45_000;

export type EngineListener = {
  connected(): void;
  state(state: StationState): void;
  /** Where Auto DJs are, every ten seconds. */
  positions?(positions: StationPositions['positions']): void;
  /** The connection ended or could not be established. */
  lost(): void;
};

/** Follows the engine's event stream until the signal; reconnects after 0.25 s, 0.5 s, … 2 s. */
export const followEngine = async (
  engine: EngineClient,
  listener: EngineListener,
  signal: AbortSignal,
): Promise<void> => {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const quiet = new AbortController();
    try {
      const stream = await engine.events(AbortSignal.any([signal, quiet.signal]));
      listener.connected();
      pauseMs = firstPauseMs;
      await readStates(stream, listener, quiet);
    } catch {
      // Reconnect, whatever the reason.
    }
    if (signal.aborted) return;
    listener.lost();
    await pause(pauseMs, signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
};

const readStates = async (stream: Response, listener: EngineListener, quiet: AbortController): Promise<void> => {
  if (!stream.body) return;
  let rest = '';
  let timer = setTimeout(() => quiet.abort(), silenceMs);
  try {
    for await (const text of stream.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), silenceMs);
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) publishBlock(block, listener);
    }
  } finally {
    clearTimeout(timer);
  }
};

const publishBlock = (block: string, listener: EngineListener): void => {
  const lines = block.split('\n');
  const data = (): unknown =>
    JSON.parse(
      lines
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice('data: '.length))
        .join('\n'),
    );
  if (lines.includes('event: state')) {
    const parsed = z.safeParse(StationState, data());
    if (parsed.success) listener.state(parsed.data);
  } else if (listener.positions && lines.includes('event: positions')) {
    const parsed = z.safeParse(StationPositions, data());
    if (parsed.success) listener.positions(parsed.data.positions);
  }
};
