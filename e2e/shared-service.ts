import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startProduct, type Product } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the service that gives test files the shared product, and prepared data. */
    sharedService: string;
  }
}

/** The loopback address of servers that the shared product may fetch from; it refuses all others. */
export const allowedPrivateAddress = '127.0.0.2';

/** Test files send their own client IP address, so that limits per client apply per file. */
const settings = { TRUSTED_PROXIES: '127.0.0.1, ::1', OUTBOUND_ALLOW_PRIVATE: allowedPrivateAddress };

/**
 * Serves the test files of a run, creating each on its first request: `GET /data` is a data folder as after a first
 * start, to be copied (a first start takes three times the CPU of a second one); `GET /product` is a running product.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-prepared-'));
  let prepared: Promise<string> | undefined;
  let started: Promise<Product> | undefined;
  const data = (): Promise<string> => (prepared ??= prepareData(join(folder, 'data')));
  const product = (): Promise<Product> => (started ??= data().then((from) => startProduct(settings, from)));
  const answers: Record<string, () => Promise<unknown>> = { '/data': data, '/product': product };
  const server = createServer((request, reply) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) return void reply.writeHead(404).end();
    answer().then(
      (result) => reply.end(JSON.stringify(result)),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('sharedService', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await started)?.stop();
    await rm(folder, { recursive: true, force: true });
  };
};

/** The data of a product that was started and stopped, without its run state and logs. */
const prepareData = async (to: string): Promise<string> => {
  const first = await startProduct();
  await first.end();
  await promisify(execFile)('cp', ['-a', first.dataDir, to]);
  await first.stop();
  for (const name of ['run', 'log']) await rm(join(to, name), { recursive: true });
  return to;
};
