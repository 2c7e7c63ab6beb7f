import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startProduct, type Product } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for the product that they share. */
    sharedProduct: string;
  }
}

/** Files say which client they are, so that what is bounded for each client is bounded for each file. */
const settings = { TRUSTED_PROXIES: '127.0.0.1, ::1' };

/** One product for all test files that need none of their own, started when the first one asks for it and stopped with the run. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  let started: Promise<Product> | undefined;
  const server = createServer((_request, reply) => {
    started ??= startProduct(settings);
    started.then(
      ({ url, streamUrl, dataDir, admin }) => reply.end(JSON.stringify({ url, streamUrl, dataDir, admin })),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  project.provide('sharedProduct', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await started)?.stop();
  };
};
