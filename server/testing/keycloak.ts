import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.ts';

/**
 * A real Keycloak on the loopback with our realm export, from the distribution at `home`, which stays unchanged: it
 * runs on a copy, with its database in memory. It sends e-mails to an SMTP server of the test.
 */
export const startKeycloak = async (home: string, portalUrl: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-keycloak-'));
  await cp(home, folder, { recursive: true, filter: (path) => !path.startsWith(join(home, 'data')) });
  await mkdir(join(folder, 'data/import'), { recursive: true });
  const realm = join(import.meta.dirname, '../../docs/keycloak/skywave-realm.json');
  await cp(realm, join(folder, 'data/import/skywave-realm.json'));
  const mail = await receiveMail();
  const port = await freePort();
  const bootstrap = { client_id: 'bootstrap', client_secret: randomBytes(24).toString('hex') };
  const child = spawn(
    join(folder, 'bin/kc.sh'),
    ['start-dev', '--import-realm', '--db=dev-mem', '--http-host=127.0.0.1', `--http-port=${String(port)}`],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        KC_HTTP_MANAGEMENT_PORT: String(await freePort()),
        SKYWAVE_URL: portalUrl,
        KC_BOOTSTRAP_ADMIN_CLIENT_ID: bootstrap.client_id,
        KC_BOOTSTRAP_ADMIN_CLIENT_SECRET: bootstrap.client_secret,
        SKYWAVE_SMTP_PORT: String(mail.port),
        SKYWAVE_SMTP_FROM: 'id@example.org',
      },
    },
  );
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
      if (output.includes('Listening on:')) resolve();
    });
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  child.once('exit', () => reject(new Error(`Keycloak did not start:\n${output}`)));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
    await mail.close();
    await rm(folder, { recursive: true, force: true });
  };
  await promise.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const origin = `http://127.0.0.1:${String(port)}`;
  const adminSecret = await readAdminSecret(origin, bootstrap);
  return { issuer: `${origin}/realms/skywave`, origin, adminSecret, letter: mail.letter, stop };
};

export type TestKeycloak = Awaited<ReturnType<typeof startKeycloak>>;

/** The secret that Keycloak generated for our admin client. */
const readAdminSecret = async (origin: string, bootstrap: Record<string, string>): Promise<string> => {
  const granted = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...bootstrap, grant_type: 'client_credentials' }),
  });
  const { access_token } = (await granted.json()) as { access_token: string };
  const found = await fetch(`${origin}/admin/realms/skywave/clients?clientId=skywave-admin`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const [client] = (await found.json()) as { secret: string }[];
  return client?.secret ?? '';
};

/** A real SMTP server; `letter` returns the next unread e-mail. */
const receiveMail = async () => {
  const letters: ParsedMail[] = [];
  const waiting: ((letter: ParsedMail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, _session, done) {
      const email = await simpleParser(stream);
      const next = waiting.shift();
      if (next) next(email);
      else letters.push(email);
      done();
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.server.address() as AddressInfo).port,
    letter: (): Promise<ParsedMail> => {
      const known = letters.shift();
      return known ? Promise.resolve(known) : new Promise((settle) => waiting.push(settle));
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
};
