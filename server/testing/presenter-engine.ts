import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PresenterRecording } from '#contract/engine/engine-recordings.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { Keys } from './world.ts';

export type PresenterEngine = Awaited<ReturnType<typeof presenterEngine>>;

/**
 * A fake engine that has recordings of presenters (contract/engine/engine-recordings.ts), each with the same audio, and takes any
 * track into its queue.
 */
export const presenterEngine = async (audio: Buffer) => {
  const recorded: (PresenterRecording & { station: string })[] = [];
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '', 'http://engine');
    const [, , station, kind, id, sound] = url.pathname.split('/');
    if (kind === 'queue') return void reply.end(JSON.stringify(stateOf(station)));
    if (kind !== 'presenter-recordings') return void reply.writeHead(404).end();
    if (request.method === 'DELETE') {
      const at = recorded.findIndex((one) => one.station === station && one.id === id);
      if (at >= 0) recorded.splice(at, 1);
      return void reply.writeHead(204).end();
    }
    if (sound !== undefined) {
      const [first, last] = [url.searchParams.get('first'), url.searchParams.get('last')].map(Number);
      return void reply.end(audio.subarray(first, (last ?? 0) + 1));
    }
    reply.end(JSON.stringify({ recordings: recorded.filter((one) => one.station === station) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    close: () => server.close(),
  };
};

const stateOf = (key: string | undefined) => ({
  ...{ key, revision: 1, status: 'active', source: 'autodj', encoder: null, title: '', track: null },
  ...{ track_started: null, listeners: 0, clock_ms: 0 },
});

const nobody = '00000000-0000-4000-8000-000000000000';
const calls = ['update', 'remove', 'newPassword', 'setPicture', 'removePicture'] as const;
const recordingCalls = ['recordings', 'recordingLink', 'removeRecording'] as const;

/** A presenter for each call that names one, with a recording whose ID is that of the fixtures. */
export const presenterChildren = (parts: () => { db: Db; engine: PresenterEngine }) => {
  const presenter = async (keys: Keys): Promise<string> => {
    const station = keys.station as StationKey;
    const row = { station_key: station, name: 'Anna', user_name: randomLetters(8), password_hash: '', windows: '[]' };
    const rest = { at_end: 'finish' as const, grace_minutes: 0, record: true, disabled: false };
    const { db, engine } = parts();
    const { id } = await db
      .insertInto('presenters')
      .values({ ...row, ...rest })
      .returning('id')
      .executeTakeFirstOrThrow();
    const audio = { begin: Date.now(), end: Date.now(), codec: 'mp3' as const, ms: 1, bytes: 5, reason: null };
    engine.recorded.unshift({ station, id: nobody, presenter: id, ...audio });
    return id;
  };
  return Object.fromEntries([...calls, ...recordingCalls].map((name) => [`presenters.${name}`, presenter]));
};
