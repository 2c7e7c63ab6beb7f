import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { LogCalls } from '#streaming/recorder/log-calls.ts';
import type { AudioRange } from '#streaming/recorder/range-reader.ts';
import { ControlError } from './control-error.ts';
import type { Route } from './routes.ts';

/** Sends `length` bytes of audio. */
export const sendAudio = async (
  response: ServerResponse,
  sound: NodeJS.ReadableStream,
  length: number,
): Promise<void> => {
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': length });
  try {
    await pipeline(sound, response);
  } catch {
    // The client disconnected, or the segment was removed meanwhile: the reply ends short of its length.
    if (!response.closed) await once(response.destroy(), 'close');
  }
};

const spanOf = async (log: LogCalls, key: string, url: URL): Promise<AudioRange> => {
  const span = await log.range(key, timeParam(url, 'from'), timeParam(url, 'to'));
  if (span === 'otherFormat') throw new ControlError(409, 'The format of the station changed within this time.');
  if (!span) throw new ControlError(404, 'Nothing was recorded in this range.');
  return span;
};

export const timeParam = (url: URL, name: string): number => {
  const value = Number(url.searchParams.get(name) ?? Number.NaN);
  if (!Number.isFinite(value) || value < 0) throw new ControlError(400, `${name}: must be a number from 0 up.`);
  return value;
};

/** The calls of the broadcast log, as contract/engine/engine-log.ts lists them. */
export const logRoutes: Route[] = [
  {
    method: 'GET',
    path: /^\/stations\/([\w-]+)\/log$/,
    handle: ({ log }, { key }) => log.overview(key),
  },
  {
    method: 'GET',
    path: /^\/stations\/([\w-]+)\/log\/timeline$/,
    handle: ({ log }, { key, url }) => log.timeline(key, timeParam(url, 'from'), timeParam(url, 'to')),
  },
  {
    method: 'GET',
    path: /^\/stations\/([\w-]+)\/log\/span$/,
    async handle({ log }, { key, url }) {
      const { codec, from, to, bytes, duration_ms } = await spanOf(log, key, url);
      return { codec, from, to, bytes, duration_ms };
    },
  },
  {
    method: 'GET',
    path: /^\/stations\/([\w-]+)\/log\/sound$/,
    async handle({ log }, { key, url, response }) {
      const span = await spanOf(log, key, url);
      const first = timeParam(url, 'first');
      const last = timeParam(url, 'last');
      if (first > last || last >= span.bytes) throw new ControlError(416, 'The range is not satisfiable.');
      await sendAudio(response, await log.audio(key, span, first, last), last - first + 1);
      return 'handled';
    },
  },
  {
    method: 'DELETE',
    path: /^\/stations\/([\w-]+)\/log$/,
    async handle({ log }, { key }) {
      await log.clear(key);
      return undefined;
    },
  },
  { method: 'GET', path: /^\/log$/, handle: ({ log }) => log.usage() },
];
