import { getCompileCacheDir } from 'node:module';
import { expect, it } from 'vitest';
import { inThread } from './in-thread.ts';

const moduleOf = (code: string): URL =>
  new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads'; ${encodeURIComponent(code)}`);

it('tells a thread nothing of the environment but where compiled code is', async () => {
  const bounds = { cpuMs: 5000, memoryMb: 256 };
  const names = await inThread(moduleOf('parentPort.postMessage(Object.keys(process.env))'), undefined, bounds);
  expect(names).toEqual({ result: getCompileCacheDir() === undefined ? [] : ['NODE_COMPILE_CACHE'] });
});
