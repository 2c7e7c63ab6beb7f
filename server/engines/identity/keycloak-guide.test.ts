import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#server/testing/free-port.ts';

const home = process.env.KEYCLOAK_HOME;
const project = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(project, 'docs/keycloak/README.md'), 'utf8');
const [starting = '', reading = ''] = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);

/* Runs the commands of docs/keycloak/README.md on a fresh copy of the distribution; only the port is replaced. */
describe.skipIf(home === undefined)('the Keycloak guide (set KEYCLOAK_HOME to a distribution to run this)', () => {
  let folder: string;
  let port: number;
  let env: Record<string, string | undefined>;
  let keycloak: ChildProcess | undefined;
  let output = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skywave-keycloak-guide-'));
    cpSync(home ?? '', folder, { recursive: true, filter: (path) => !path.startsWith(join(home ?? '', 'data')) });
    port = await freePort();
    const management = await freePort();
    // kcadm keeps its session in the home folder.
    env = { ...process.env, KEYCLOAK_HOME: folder, HOME: folder, KC_HTTP_MANAGEMENT_PORT: String(management) };
    keycloak = run(starting);
    await untilListening(keycloak);
  }, 600_000);
  afterAll(async () => {
    if (keycloak?.pid !== undefined && keycloak.exitCode === null) {
      const ended = once(keycloak, 'exit');
      process.kill(-keycloak.pid, 'SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (block: string): ChildProcess =>
    spawn('sh', ['-e', '-c', block.replaceAll('8180', String(port))], {
      cwd: project,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const untilListening = async (child: ChildProcess): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-20_000);
        if (output.includes('Listening on:')) resolve();
      });
    child.once('exit', () => reject(new Error(`Keycloak did not start:\n${output}`)));
    await promise;
  };

  test('starts a Keycloak with our realm behind the proxy', async () => {
    const headers = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'id.example.org',
      'x-forwarded-for': '192.0.2.1',
    };
    const url = `http://127.0.0.1:${port}/realms/skywave/.well-known/openid-configuration`;
    const found = (await (await fetch(url, { headers })).json()) as { issuer: string };
    expect(found.issuer).toBe('https://id.example.org/realms/skywave');
  });

  test('reads the secret with which the portal manages people', { timeout: 300_000 }, async () => {
    const child = run(reading);
    let [printed, problems] = ['', ''];
    child.stdout?.on('data', (chunk) => (printed += String(chunk)));
    child.stderr?.on('data', (chunk) => (problems += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, problems]).toEqual([0, expect.any(String)]);
    const [client] = JSON.parse(printed) as { secret: string }[];
    const granted = await fetch(`http://127.0.0.1:${port}/realms/skywave/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'id.example.org' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'skywave-admin',
        client_secret: client?.secret ?? '',
      }),
    });
    expect(granted.status).toBe(200);
  });
});
