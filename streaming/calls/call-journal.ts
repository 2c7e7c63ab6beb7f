import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { CallEvent } from '#contract/engine/engine-calls.ts';
import { createHeardToday, type HeardToday } from './heard-today.ts';

/** An answered call as its event would be at its answer, and the length of its prompt. */
type OpenCall = { event: CallEvent; prompt_ms: number };
type Line =
  | { open: OpenCall }
  | { at: number }
  | { ended: CallEvent }
  | { stored: string }
  | { heard: ReturnType<HeardToday['saved']> };

export type CallJournal = {
  /** Events of calls that the last process had not stored: those it ended, and those that its end cut off. */
  recovered: CallEvent[];
  /** The time of calls to each number on this day, also before the process started. */
  heard: Pick<HeardToday, 'ms'>;
  answered(call: OpenCall): void;
  /** Stores the event of an ended call with `store`, such that a kill at any time loses it neither nor changes it. */
  ended(event: CallEvent, store: (event: CallEvent) => void): void;
  /** Every open call is still open. */
  alive(at: number): void;
  stop(): void;
};

const compactBytes = 1_000_000;

/** Open calls on disk. A killed process's calls end at its last sign of life, as `lost`. */
export const openCallJournal = (folder: string, failed: (error: unknown) => void): CallJournal => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'calls.log');
  const heard = createHeardToday();
  const recovered = recover(path, heard);
  const open = new Map<string, OpenCall>();
  const unstored = new Map<string, CallEvent>(recovered.map((event) => [event.call, event]));
  let file: number | undefined;
  let size = 0;
  let compactAt = compactBytes;
  let last = 0;

  const write = (line: Line): void => {
    try {
      size += appendText(file!, textOf([line]));
    } catch (error) {
      failed(error);
    }
  };
  /** Starts a new file with what is open, complete before it replaces the old one. */
  const compact = (): void => {
    const ends = Array.from(unstored.values(), (ended) => ({ ended }));
    const calls = Array.from(open.values(), (one) => ({ open: one }));
    const draft = openSync(`${path}.draft`, 'w', 0o600);
    try {
      size = appendText(draft, textOf([{ at: last }, { heard: heard.saved() }, ...ends, ...calls]));
      renameSync(`${path}.draft`, path);
    } catch (error) {
      closeSync(draft);
      throw error;
    }
    if (file !== undefined) closeSync(file);
    file = draft;
    compactAt = size + compactBytes;
  };
  /** The old file stays in use where a new one can't be written, as on a full disk. */
  const tryToCompact = (): void => {
    try {
      compact();
    } catch (error) {
      compactAt = size + compactBytes;
      failed(error);
    }
  };
  compact();
  return {
    recovered,
    heard,
    answered(call) {
      open.set(call.event.call, call);
      write({ open: call });
    },
    ended(event, store) {
      open.delete(event.call);
      write({ ended: event });
      store(event);
      heard.add(event);
      unstored.delete(event.call);
      write({ stored: event.call });
      if (size > compactAt) tryToCompact();
    },
    alive(at) {
      last = at;
      if (open.size > 0) write({ at });
    },
    stop() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
};

const textOf = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Writes all of it; returns its bytes. */
const appendText = (file: number, text: string): number => {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
  return bytes.length;
};

const recover = (path: string, heard: HeardToday): CallEvent[] => {
  const open = new Map<string, OpenCall>();
  const ended = new Map<string, CallEvent>();
  let last = 0;
  for (const line of readLines(path)) {
    if ('at' in line) last = line.at;
    else if ('open' in line) {
      open.set(line.open.event.call, line.open);
      last = Math.max(last, line.open.event.answered ?? 0);
    } else if ('ended' in line) {
      open.delete(line.ended.call);
      ended.set(line.ended.call, line.ended);
    } else if ('heard' in line) heard.restore(line.heard);
    else {
      const stored = ended.get(line.stored);
      if (stored) heard.add(stored);
      ended.delete(line.stored);
    }
  }
  return [...ended.values(), ...[...open.values()].map((call) => lostCall(call, last))];
};

const lostCall = ({ event, prompt_ms }: OpenCall, last: number): CallEvent => {
  const begun = event.answered ?? event.started;
  const heard = Math.max(0, last - begun);
  const prompt = Math.min(prompt_ms, heard);
  return {
    ...{ ...event, ended: begun + heard, end: 'lost', reason: '' },
    ...{ prompt_ms: prompt, station_ms: heard - prompt },
  };
};

const readLines = (path: string): Line[] => {
  const lines: Line[] = [];
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  for (const line of text.split('\n')) {
    try {
      lines.push(JSON.parse(line) as Line);
    } catch {
      // The end of the file, or a line truncated by a crash or a full disk.
    }
  }
  return lines;
};
