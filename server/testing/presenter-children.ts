import type { StationKey } from '#contract/keys.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { PresenterEngine } from './presenter-engine.ts';
import type { Keys } from './world.ts';

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
