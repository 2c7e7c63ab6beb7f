import type { ErrorCode } from '#contract/texts/errors.ts';
import { queueAtMost, type AirRefusal, type QueueTrack } from '#contract/engine/engine-air.ts';
import type { AutoDjItem } from '#contract/engine/engine.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { playoutAir } from '#contract/api/playout-air.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { BodyOf, SpecOf } from '#contract/api/http.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { playableTrack } from './air.repo.ts';
import type { AirCommand } from './engine-client.ts';
import type { EngineSync } from './playout.events.ts';
import { liveState } from './publish-states.ts';

export type AirDeps = Pick<Kernel, 'db' | 'log'> & { engine: EngineSync };
type Body<N extends 'skip' | 'queue' | 'stopAfter' | 'kick'> = BodyOf<SpecOf<(typeof playoutAir)[N]>>;

/** How long a request waits for the engine: a second would be heard. */
const engineTimeoutMs = 3000;

/** Skips the rest of a track. Refuses with `air.notAutoDj`, `air.break` and `air.nothingElse`. */
export const skip = async (deps: AirDeps, key: StationKey, body: Body<'skip'>, who: Person): Promise<StationLive> => {
  const started = body.started === undefined ? {} : { started: Date.parse(body.started) };
  return await send(deps, key, { method: 'POST', path: 'skip', body: { track: body.track, ...started, by: by(who) } });
};

/** Queues a track of the station's library. Refuses with `air.trackNotReady` and `air.queueFull`. */
export const queue = async (deps: AirDeps, key: StationKey, body: Body<'queue'>, who: Person): Promise<StationLive> =>
  await queueTrack(deps, key, body, by(who));

/** As `queue`; `by.id` is what the play log says after `queued:`. */
export const queueTrack = async (
  deps: AirDeps,
  key: StationKey,
  { id, track, place }: Body<'queue'>,
  by: QueueTrack['by'],
): Promise<StationLive> => {
  const item = await itemOf(deps, key, track);
  return await send(deps, key, { method: 'POST', path: 'queue', body: { id, item, place, by } });
};

export const unqueue = async (deps: AirDeps, key: StationKey, id: string): Promise<StationLive> =>
  await send(deps, key, { method: 'DELETE', path: `queue/${id}` });

/** Stops the Auto DJ after a track. Refuses with `air.notAutoDj` and `air.trackOver`. */
export const stopAfter = async (
  deps: AirDeps,
  key: StationKey,
  { track }: Body<'stopAfter'>,
  who: Person,
): Promise<StationLive> => await send(deps, key, { method: 'PUT', path: 'stop', body: { track, by: by(who) } });

export const resume = async (deps: AirDeps, key: StationKey): Promise<StationLive> =>
  await send(deps, key, { method: 'DELETE', path: 'stop' });

/** Disconnects the encoder; none connected is no error. */
export const kick = async (deps: AirDeps, key: StationKey, body: Body<'kick'>): Promise<StationLive> => {
  const since = body.since === undefined ? {} : { since: Date.parse(body.since) };
  const presenter = body.presenter === undefined ? {} : { presenter: body.presenter };
  const bar = { ...since, ...presenter, bar_ms: body.bar_seconds * 1000 };
  return await send(deps, key, { method: 'POST', path: 'bar', body: bar });
};

/** Lets the station's encoders, or this presenter, connect again. */
export const unbar = async (deps: AirDeps, key: StationKey, presenter: string | undefined): Promise<StationLive> =>
  await send(deps, key, { method: 'DELETE', path: presenter === undefined ? 'bar' : `bar/${presenter}` });

/** Sends a command to the engine, which acts at once: nothing is queued while it is away. Refuses with `air.unreachable`. */
const send = async (deps: AirDeps, key: StationKey, command: AirCommand): Promise<StationLive> => {
  const state = await deps.engine.command(key, command, engineTimeoutMs).catch((error: unknown) => {
    deps.log.warn({ station: key, error: String(error) }, 'engine not reachable for a command');
    return refuse('air.unreachable');
  });
  if (typeof state === 'string') return refuse(codes[state], { max: queueAtMost });
  return liveState(state);
};

const codes: Record<AirRefusal, ErrorCode> = {
  notAutoDj: 'air.notAutoDj',
  break: 'air.break',
  nothingElse: 'air.nothingElse',
  trackOver: 'air.trackOver',
  queueFull: 'air.queueFull',
};

const by = ({ id, first_name, last_name, email }: Person) => ({
  id,
  name: `${first_name} ${last_name}`.trim() || email,
});

/** The track as the engine plays it; another station's is not found. */
const itemOf = async ({ db }: AirDeps, key: StationKey, track: TrackKey): Promise<AutoDjItem> => {
  const found = (await playableTrack(db, key, track)) ?? refuse('media.notFound');
  const { path, bytes, sha256, is_jingle, ...item } = found;
  if (path === null || bytes === null) return refuse('air.trackNotReady', { title: item.title });
  return { ...item, path, bytes, ...(sha256 !== null && { sha256 }), kind: is_jingle ? 'jingle' : 'music' };
};
