import { randomUUID } from 'node:crypto';
import {
  closeSync,
  ftruncateSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineEvent } from '#contract/engine/engine.ts';

/** A line of a segment: an event, or the last batch received from each other spool. */
export type Line<E = EngineEvent> = E | { marks: Record<string, number> };

/** The file of batch `batch`. */
export const segmentPath = (folder: string, batch: number): string =>
  join(folder, `${String(batch).padStart(12, '0')}.log`);

/** When a batch was last written, ms since 1970. */
export const segmentTime = (folder: string, batch: number): number => statSync(segmentPath(folder, batch)).mtimeMs;

/** The batches on disk, oldest first. */
export const listSegments = (folder: string): number[] => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder).filter((name) => /^\d{12}\.log$/.test(name));
  return names.map((name) => Number(name.slice(0, 12))).sort((a, b) => a - b);
};

/** The lines of a batch, up to one truncated by a crash. */
export const readSegment = <E = EngineEvent>(folder: string, batch: number): Line<E>[] =>
  wholeLines<E>(readFileSync(segmentPath(folder, batch), 'utf8')).lines;

const newline = 10;
const comma = 44;
const marksBegin = Buffer.from('{"marks":');

/** The events of a batch as the content of a JSON array, without parsing them, which would delay the audio. */
export const eventsAsJson = async (folder: string, batch: number): Promise<Buffer> => {
  const bytes = await readFile(segmentPath(folder, batch));
  let length = 0;
  let [from, events] = [0, 0];
  const keepEvents = (): void => {
    bytes.copyWithin(length, events, from);
    length += from - events;
  };
  for (let to = bytes.indexOf(newline); to >= 0; to = bytes.indexOf(newline, from)) {
    bytes[to] = comma;
    if (areMarks(bytes, from)) {
      keepEvents();
      events = to + 1;
    }
    from = to + 1;
  }
  keepEvents();
  return bytes.subarray(0, Math.max(0, length - 1));
};

const areMarks = (bytes: Buffer, from: number): boolean =>
  bytes[from + 2] === marksBegin[2] && bytes.subarray(from, from + marksBegin.length).equals(marksBegin);

/** Truncates an incomplete last line permanently, so that the file always reads the same. */
export const repairSegment = (folder: string, batch: number): void => {
  const path = segmentPath(folder, batch);
  const { bytes } = wholeLines(readFileSync(path, 'utf8'));
  const file = openSync(path, 'r+');
  ftruncateSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
};

/** Removes a batch from the disk. */
export const removeSegment = (folder: string, batch: number): void => {
  rmSync(segmentPath(folder, batch), { force: true });
};

/**
 * The installation's id, created at the first start on this folder. Insert tokens start with it, so it lives as long as
 * the batch numbers.
 */
export const installationId = (folder: string): string => {
  const path = join(folder, 'id');
  try {
    const id = readFileSync(path, 'utf8').trim();
    if (id !== '') return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const id = randomUUID();
  writeFileSync(path, `${id}\n`, { mode: 0o600, flush: true });
  return id;
};

const wholeLines = <E = EngineEvent>(text: string): { lines: Line<E>[]; bytes: number } => {
  const lines: Line<E>[] = [];
  let from = 0;
  for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
    const line = parse<E>(text.slice(from, to));
    if (!line) break;
    lines.push(line);
    from = to + 1;
  }
  return { lines, bytes: Buffer.byteLength(text.slice(0, from)) };
};

const parse = <E>(text: string): Line<E> | undefined => {
  try {
    return JSON.parse(text) as Line<E>;
  } catch {
    return undefined;
  }
};
