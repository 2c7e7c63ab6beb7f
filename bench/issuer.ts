import { createServer } from 'node:http';
import { once } from 'node:events';
import { testIssuer } from '#server/testing/issuer.ts';
import { freePort } from './programs.ts';

/** An OpenID Connect issuer on the loopback that issues tokens for any user. */
export type BenchIssuer = {
  url: string;
  token(person: { sub: string; email: string }): Promise<string>;
  stop(): void;
};

const clientId = 'skywave';
const tokenSeconds = 3600;

/** Starts an issuer that serves discovery and its keys; the portal verifies its tokens as it does any other's. */
export const startIssuer = async (): Promise<BenchIssuer> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const issuer = testIssuer(url, undefined);
  const keys = JSON.stringify(await issuer.keys());
  const discovery = JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` });
  const server = createServer((request, reply) => {
    reply.setHeader('content-type', 'application/json');
    reply.end(request.url === '/keys' ? keys : discovery);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url,
    token: (person) => issuer.token({ ...person, azp: clientId }, tokenSeconds),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
