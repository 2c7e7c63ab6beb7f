import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#streaming/config.ts';
import { startEngine } from '#streaming/engine.ts';

const token = 'a token for tests only';
type Engine = Awaited<ReturnType<typeof startEngine>>;
let folder: string;
let engines: Engine[];
const servers: Server[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engine-peers-'));
  engines = await Promise.all(
    ['one', 'two'].map((name) => {
      const env = { PATH: '', DATA_DIR: join(folder, name), STREAM_PORT: '0', ENGINE_PORT: '0', ENGINE_TOKEN: token };
      return startEngine(readConfig(env), pino({ level: 'silent' }));
    }),
  );
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  rmSync(folder, { recursive: true });
});

const ask = (url: string, bearer = token): Promise<Response> =>
  fetch(`http://127.0.0.1:${engines[0]!.ports.control}/peers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ url }),
  });
const reaches = async (url: string): Promise<boolean> =>
  ((await (await ask(url)).json()) as { reached: boolean }).reached;
/** A server that is no engine, and the paths that it was asked for. */
const serve = async (answer: RequestListener): Promise<{ url: string; asked: string[] }> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'without a token'}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
};

it('says whether it reaches another engine', async () => {
  expect(await reaches(`http://127.0.0.1:${engines[1]!.ports.control}`)).toBe(true);
  const { url } = await serve((_, response) => response.end());
  servers.pop()!.close();
  expect(await reaches(url)).toBe(false);
});

it('is asked with the token of the control port only', async () => {
  expect((await ask('http://127.0.0.1:1', 'another token, which is wrong')).status).toBe(401);
});

it('asks for nothing but the health of an engine, and does not send its token', async () => {
  const { url, asked } = await serve((_, response) => response.end('{"ok":true}'));
  expect(await reaches(`${url}/secret/path?of=it`)).toBe(true);
  expect(asked).toEqual(['GET /healthz without a token']);
});

it.each<[string, RequestListener]>([
  ['another answer', (_, response) => response.end('{"secret":"of a private server"}')],
  ['null', (_, response) => response.end('null')],
  ['an error', (_, response) => response.writeHead(500).end('{"ok":true}')],
  ['an answer that is too long', (_, response) => response.end(JSON.stringify({ ok: true, text: 'x'.repeat(1000) }))],
  ['no answer', () => undefined],
])('does not take %s for an engine', async (_name, answer) => {
  expect(await reaches((await serve(answer)).url)).toBe(false);
});

it('follows no redirection', async () => {
  const target = await serve((_, response) => response.end('{"ok":true}'));
  const { url } = await serve((_, response) => response.writeHead(302, { location: `${target.url}/healthz` }).end());
  expect(await reaches(url)).toBe(false);
  expect(target.asked).toEqual([]);
});

it.each(['', 'engine', 'file:///etc/passwd', 'ftp://127.0.0.1', 'http://user:secret@127.0.0.1:8700', 'x'.repeat(301)])(
  'refuses what is no address of an engine: %s',
  async (url) => {
    expect((await ask(url)).status).toBe(400);
  },
);
