import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import * as z from 'zod/mini';
import { EngineRecording, EngineRecordingState } from '#contract/engine/engine-recordings.ts';
import type { EngineNode, Fleet } from '#server/kernel/fleet.ts';

const timeoutMs = 10_000;
const List = z.object({ recordings: z.array(EngineRecordingState) });

export type RecordingEngine = ReturnType<typeof recordingEngine>;

/**
 * Client for the engines' recordings API (contract/engine/engine-recordings.ts). A recording whose station moved meanwhile has a
 * part on each of its engines. Throws if one of them can't be reached.
 */
export const recordingEngine = ({ engines }: Pick<Fleet, 'engines'>) => {
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
  const askAll = async (path: string, withinMs = timeoutMs, method = 'GET'): Promise<Response[]> => {
    const signal = AbortSignal.timeout(withinMs);
    const answers = await Promise.all(engines.map((node) => call(node, path, signal, method)));
    return answers.filter((answer) => answer !== undefined);
  };
  return {
    list: async (withinMs = timeoutMs): Promise<EngineRecordingState[]> => {
      const lists = await Promise.all((await askAll('/recordings', withinMs)).map((answer) => answer.json()));
      const all = lists.flatMap((list) => z.parse(List, list).recordings);
      return [...Map.groupBy(all, ({ id }) => id).values()].map((parts) => ({ ...parts[0]!, state: stateOf(parts) }));
    },
    /** Undefined if no engine knows the recording, or it was deleted. */
    find: async (id: string): Promise<EngineRecording | undefined> => {
      const answers = await Promise.all((await askAll(`/recordings/${id}`)).map((answer) => answer.json()));
      const parts = answers.map((answer) => z.parse(EngineRecording, answer));
      return parts.length === 0 ? undefined : joined(parts);
    },
    /** The audio of one piece; the stream has to be consumed. */
    piece: async (id: string, start: number, signal: AbortSignal): Promise<Readable> => {
      for (const node of engines) {
        const answer = await call(node, `/recordings/${id}/pieces/${start}`, signal);
        if (answer?.body) return Readable.fromWeb(answer.body as unknown as ReadableStream);
      }
      throw new Error('No engine has this piece any more.');
    },
    remove: async (id: string): Promise<void> => {
      for (const answer of await askAll(`/recordings/${id}`, timeoutMs, 'DELETE')) await answer.arrayBuffer();
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
