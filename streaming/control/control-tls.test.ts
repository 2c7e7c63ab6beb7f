import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it } from 'vitest';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { readConfig } from '#streaming/config.ts';
import { startEngine } from '#streaming/engine.ts';

const token = 'a token for tests only';

it('serves the control port by TLS only, where it is asked to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-tls-'));
  const certificate = makeCertificate(folder);
  const env = { PATH: '', DATA_DIR: folder, STREAM_PORT: '0', ENGINE_PORT: '0', ENGINE_TOKEN: token, ENGINE_TLS: 'on' };
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  const engine = await startEngine(readConfig({ ...env, ...files }), pino({ level: 'silent' }));
  const address = `127.0.0.1:${engine.ports.control}`;
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request(`https://${address}/stations`, { headers, ca: certificate.cert }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(200);
  await expect(fetch(`http://${address}/healthz`)).rejects.toThrow();
  await engine.stop();
  rmSync(folder, { recursive: true });
});
