import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import * as z from 'zod/mini';
import { EngineRecording, EngineRecordingState } from '#contract/engine/engine-recordings.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';

const timeoutMs = 10_000;
const List = z.object({ recordings: z.array(EngineRecordingState) });

type RecordingToFind = { id: string; station: StationKey; begins: Date };

export type RecordingEngine = ReturnType<typeof recordingEngine>;

/**
 * Client for the engines' recordings API (contract/engine/engine-recordings.ts). A recording whose station moved meanwhile has a
 * part on each of its engines.
 */
export const recordingEngine = ({ engines, enginesSince }: Pick<Fleet, 'engines' | 'enginesSince'>) => {
  const call = async (
    { url, token }: EngineNode,
    path: string,
    signal: AbortSignal,
    method = 'GET',
  ): Promise<Response | undefined> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(new URL(path, url), { method, headers, signal });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return undefined;
    throw new Error(`The engine answered ${answer.status} to ${method} ${path}.`);
  };
  const listOf = async (node: EngineNode, signal: AbortSignal): Promise<EngineRecordingState[]> =>
    z.parse(List, await (await call(node, '/recordings', signal))?.json()).recordings;
  return {
    /** All recordings of the engines that answer; throws if none does. */
    list: async (withinMs = timeoutMs): Promise<EngineRecordingState[]> => {
      const signal = AbortSignal.timeout(withinMs);
      const asked = await Promise.allSettled(engines.map((node) => listOf(node, signal)));
      const lists = asked.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
      const away = asked.find((one) => one.status === 'rejected');
      if (lists.length === 0) throw away?.reason;
      return [...Map.groupBy(lists.flat(), ({ id }) => id).values()].map((parts) => ({
        ...parts[0]!,
        state: stateOf(parts),
      }));
    },
    /**
     * Undefined if no engine knows the recording, or it was deleted. Throws if an engine is away that may have a part of it, as
     * what the others have is not all of it.
     */
    find: async ({ id, station, begins }: RecordingToFind): Promise<EngineRecording | undefined> => {
      const signal = AbortSignal.timeout(timeoutMs);
      const nodes = await enginesSince(station, begins.getTime());
      const answers = await Promise.all(nodes.map((node) => call(node, `/recordings/${id}`, signal)));
      const found = await Promise.all(answers.flatMap((answer) => answer?.json() ?? []));
      const parts = found.map((answer) => z.parse(EngineRecording, answer));
      return parts.length === 0 ? undefined : joined(parts);
    },
    /** The audio of one piece; the stream has to be consumed. */
    piece: async (id: string, start: number, signal: AbortSignal): Promise<Readable> => {
      let away: unknown;
      for (const node of engines) {
        const answer = await call(node, `/recordings/${id}/pieces/${start}`, signal).catch((error: unknown) => {
          away = error;
        });
        if (answer?.body) return Readable.fromWeb(answer.body as unknown as ReadableStream);
      }
      throw away ?? new Error('No engine has this piece any more.');
    },
    /** Removes it from all engines that answer; throws if one does not, which removes it later by itself. */
    remove: async (id: string): Promise<void> => {
      const signal = AbortSignal.timeout(timeoutMs);
      const path = `/recordings/${id}`;
      const removed = await Promise.allSettled(
        engines.map(async (node) => (await call(node, path, signal, 'DELETE'))?.arrayBuffer()),
      );
      const away = removed.find((one) => one.status === 'rejected');
      if (away) throw away.reason;
    },
  };
};

/** One that lost the station has nothing more to record, so what the others say counts. */
const stateOf = (parts: readonly Pick<EngineRecordingState, 'state'>[]): EngineRecordingState['state'] =>
  (['recording', 'silent', 'waiting'] as const).find((state) => parts.some((part) => part.state === state)) ?? 'over';

const joined = (parts: readonly EngineRecording[]): EngineRecording => ({
  ...parts[0]!,
  state: stateOf(parts),
  reason: parts.find(({ reason }) => reason !== null)?.reason ?? null,
  pieces: parts.flatMap(({ pieces }) => pieces).toSorted((a, b) => a.start - b.start),
  titles: parts.flatMap(({ titles }) => titles).toSorted((a, b) => a.at - b.at),
  sources: parts.flatMap(({ sources }) => sources).toSorted((a, b) => a.at - b.at),
});
