import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { PresenterRecording } from '#contract/engine/engine-recordings.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { RecordedBroadcast } from '#contract/api/presenters.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { EngineNode } from '#server/kernel/fleet.ts';
import type { Person, RawResult } from '#server/kernel/http/handler.ts';
import { rangeOf } from '#server/kernel/http/range.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import { attachment } from '#server/kernel/http/reply.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { findPresenter } from './presenters.repo.ts';

type RecordingsDeps = Pick<Kernel, 'db' | 'fleet' | 'tokens'>;

/** A recording, with the engine that has it. */
type StoredRecording = PresenterRecording & { node: EngineNode };

type Http = { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal };

const timeoutMs = 10_000;
/** How long the engine stores a recording (streaming/recorder/presenter-recordings.ts). */
const storedMs = 14 * dayMs;
const List = z.object({ recordings: z.array(PresenterRecording) });
const audioTypes = { mp3: 'audio/mpeg', aac: 'audio/aac' } as const;

/** The recorded broadcasts of a presenter, newest first. Refuses with `presenter.recordingsUnavailable`. */
export const recordingsOf = async (
  deps: RecordingsDeps,
  station: StationKey,
  presenter: string,
): Promise<{ recordings: RecordedBroadcast[] }> => {
  const listed = await listOf(deps, station, presenter);
  return {
    recordings: listed.map(({ id, begin, end, ms, bytes, reason }) => ({
      ...{ id, seconds: ms / 1000, bytes, reason },
      begin: new Date(begin).toISOString(),
      end: end === null ? null : new Date(end).toISOString(),
      expires: new Date(begin + storedMs).toISOString(),
    })),
  };
};

/** Links to a recorded broadcast, good for 6 hours. Refuses with `presenter.recordingNotFound`. */
export const linkToRecording = async (
  deps: RecordingsDeps,
  station: StationKey,
  { id, recording }: { id: string; recording: string },
  who: Person,
): Promise<{ url: string; download_url: string }> => {
  const row = (await findPresenter(deps.db, station, id)) ?? refuse('presenter.notFound');
  const { begin } = await recordingOf(deps, station, id, recording);
  const token = encodeURIComponent(await deps.tokens.sign('log', station, who.id));
  const url = `/media/broadcasts/${station}/${recording}?token=${token}`;
  const name = `${row.name} ${new Date(begin).toISOString().slice(0, 16).replace(':', '.')}`;
  return { url, download_url: `${url}&name=${encodeURIComponent(name)}` };
};

/** Deletes a recorded broadcast. */
export const removeRecording = async (
  deps: RecordingsDeps,
  station: StationKey,
  { id, recording }: { id: string; recording: string },
): Promise<undefined> => {
  const { node } = await recordingOf(deps, station, id, recording);
  const answer = await call(node, `/stations/${station}/presenter-recordings/${recording}`, 'DELETE');
  await answer.arrayBuffer();
};

/** Serves a recorded broadcast as the station sent it, also as a byte range; with a name it is a download. */
export const serveRecording = async (
  deps: RecordingsDeps,
  { key, recording, name }: { key: StationKey; recording: string; name: string | undefined },
  { request, reply, signal }: Http,
): Promise<RawResult<{ raw: 'binary'; type: string }>> => {
  const found = (await listOf(deps, key)).find(({ id }) => id === recording) ?? refuse('presenter.recordingNotFound');
  const { bytes: size, codec } = found;
  const safeName = name?.replace(/[\p{Cc}\p{Cf}\s/\\:*?"<>|]+/gu, ' ').trim();
  if (safeName !== undefined) reply.header('content-disposition', attachment(`${safeName || 'Recording'}.${codec}`));
  const etag = `${recording}-${size}`;
  const range = rangeOf(request, size, etag);
  const [first, last] = [range?.start ?? 0, range?.end ?? size - 1];
  const path = `/stations/${key}/presenter-recordings/${recording}/sound?first=${first}&last=${last}`;
  const { body } = await call(found.node, path, 'GET', signal);
  const stream = Readable.fromWeb(body as unknown as ReadableStream);
  return { stream, size, type: audioTypes[codec], etag, ...(range && { range }) };
};

const recordingOf = async (
  deps: RecordingsDeps,
  station: StationKey,
  presenter: string,
  recording: string,
): Promise<StoredRecording> =>
  (await listOf(deps, station, presenter)).find(({ id }) => id === recording) ?? refuse('presenter.recordingNotFound');

/**
 * The recordings of a station, or of one of its presenters, whom the station must have. Those of an engine that is away are missing
 * until it is back; refuses if all are.
 */
const listOf = async (deps: RecordingsDeps, station: StationKey, presenter?: string): Promise<StoredRecording[]> => {
  if (presenter !== undefined && !(await findPresenter(deps.db, station, presenter))) refuse('presenter.notFound');
  const asked = await Promise.allSettled(
    deps.fleet.engines.map(async (node) => {
      const answer = await call(node, `/stations/${station}/presenter-recordings`).catch(unlessUnknown);
      return answer ? z.parse(List, await answer.json()).recordings.map((one) => ({ ...one, node })) : [];
    }),
  );
  const lists = asked.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  const away = asked.find((one) => one.status === 'rejected');
  if (lists.length === 0) throw away?.reason;
  // A station that moved has some at each engine that had it.
  const recordings = lists.flat().toSorted((a, b) => b.begin - a.begin);
  return presenter === undefined ? recordings : recordings.filter((one) => one.presenter === presenter);
};

/** An engine that never had the station doesn't know it. */
const unlessUnknown = (error: unknown): undefined => {
  if (!(error instanceof Refusal && error.code === 'presenter.recordingNotFound')) throw error;
};

/** Calls an engine. Refuses with `presenter.recordingNotFound` and `presenter.recordingsUnavailable`. */
const call = async (
  { url, token }: EngineNode,
  path: string,
  method = 'GET',
  signal = AbortSignal.timeout(timeoutMs),
): Promise<Response> => {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(new URL(path, url), { method, headers, signal }).catch(() => undefined);
  if (response?.ok) return response;
  await response?.body?.cancel();
  return refuse(response?.status === 404 ? 'presenter.recordingNotFound' : 'presenter.recordingsUnavailable');
};
