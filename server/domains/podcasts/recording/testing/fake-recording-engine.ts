import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineRecording } from '#contract/engine/engine-recordings.ts';

/** A fake of the engine's recordings API; `asked` lists the requests it got. */
export type FakeRecordingEngine = {
  url: string;
  recordings: Map<string, { told: EngineRecording; sound: Map<number, Buffer> }>;
  asked: string[];
  /** While true, every connection is closed. */
  isUnreachable: boolean;
  close(): Promise<void>;
};

export const fakeRecordingEngine = async (): Promise<FakeRecordingEngine> => {
  const engine = { recordings: new Map(), asked: [], isAway: false } as unknown as FakeRecordingEngine;
  const server: Server = createServer((request, reply) => {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    engine.asked.push(line);
    if (engine.isUnreachable) return void request.socket.destroy();
    const [, , id = '', , start] = (request.url ?? '').split('/');
    if (line === 'GET /recordings')
      return void reply.end(JSON.stringify({ recordings: [...engine.recordings.values()].map(({ told }) => told) }));
    const one = engine.recordings.get(id);
    if (!one) return void reply.writeHead(404).end();
    if (request.method === 'DELETE') {
      engine.recordings.delete(id);
      return void reply.writeHead(204).end();
    }
    if (start === undefined) return void reply.end(JSON.stringify(one.told));
    return void reply.end(one.sound.get(Number(start)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  engine.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  engine.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return engine;
};
