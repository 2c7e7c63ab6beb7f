import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import * as z from 'zod/mini';
import { EngineRecording, EngineRecordingState } from '#contract/engine/engine-recordings.ts';
import type { Config } from '#server/kernel/config.ts';

const timeoutMs = 10_000;
const List = z.object({ recordings: z.array(EngineRecordingState) });

export type RecordingEngine = ReturnType<typeof recordingEngine>;

/** Client for the engine's recordings API (contract/engine/engine-recordings.ts). Throws if the engine can't be reached. */
export const recordingEngine = ({ engineUrl, engineToken }: Pick<Config, 'engineUrl' | 'engineToken'>) => {
  const call = async (path: string, signal: AbortSignal, method = 'GET'): Promise<Response | undefined> => {
    const headers = { authorization: `Bearer ${engineToken}` };
    const answer = await fetch(new URL(path, engineUrl), { method, headers, signal });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return undefined;
    throw new Error(`The engine answered ${answer.status} to ${method} ${path}.`);
  };
  return {
    list: async (withinMs = timeoutMs): Promise<EngineRecordingState[]> => {
      const answer = await call('/recordings', AbortSignal.timeout(withinMs));
      return answer ? z.parse(List, await answer.json()).recordings : [];
    },
    /** Undefined if the engine doesn't know the recording, or has deleted it. */
    find: async (id: string): Promise<EngineRecording | undefined> => {
      const answer = await call(`/recordings/${id}`, AbortSignal.timeout(timeoutMs));
      return answer && z.parse(EngineRecording, await answer.json());
    },
    /** The audio of one piece; the stream has to be consumed. */
    piece: async (id: string, start: number, signal: AbortSignal): Promise<Readable> => {
      const answer = await call(`/recordings/${id}/pieces/${start}`, signal);
      if (!answer?.body) throw new Error('The engine no longer has this piece.');
      return Readable.fromWeb(answer.body as unknown as ReadableStream);
    },
    remove: async (id: string): Promise<void> => {
      const answer = await call(`/recordings/${id}`, AbortSignal.timeout(timeoutMs), 'DELETE');
      await answer?.arrayBuffer();
    },
  };
};
