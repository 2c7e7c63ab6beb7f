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
    /** Where test files ask for the product that they share, and for the data of one that was started once. */
    sharedService: string;
  }
}

/** Files say which client they are, so that what is bounded for each client is bounded for each file. */
const settings = { TRUSTED_PROXIES: '127.0.0.1, ::1' };

/**
 * For the test files of a run, each made when the first one asks for it: `GET /data` is a data folder as a first start leaves
 * it, which is copied (a first start takes three times the processor of a second one); `GET /product` is a product that runs.
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
      (found) => reply.end(JSON.stringify(found)),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  project.provide('sharedService', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await started)?.stop();
    await rm(folder, { recursive: true, force: true });
  };
};

/** What a product leaves that was started and stopped, but for what only its run knew. */
const prepareData = async (to: string): Promise<string> => {
  const first = await startProduct();
  await first.end();
  await promisify(execFile)('cp', ['-a', first.dataDir, to]);
  await first.stop();
  for (const name of ['run', 'log']) await rm(join(to, name), { recursive: true });
  return to;
};
