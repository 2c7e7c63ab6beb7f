import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../e2e/product.ts';
import { pause, until } from './kill-part.ts';

const start = promisify(execFile);
/** Where Debian's packages are, one folder for each version. */
const packages = '/usr/lib/postgresql';

/** A PostgreSQL with a synchronous standby, behind HAProxy at one address. */
export type PostgresPair = {
  url: string;
  /** Kills the primary with all its sessions. */
  kill(): Promise<void>;
  promote(): Promise<void>;
  stop(): void;
};

/** Starts Debian's PostgreSQL twice; needs the Debian packages postgresql and haproxy. */
export const startPostgresPair = async (): Promise<PostgresPair> => {
  const bin = programs();
  const folder = mkdtempSync(join(tmpdir(), 'skywave-postgres-pair-'));
  const owner = serviceOwner();
  chmodSync(folder, 0o755);
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid!);
  const run = async (program: string, args: readonly string[]): Promise<void> =>
    void (await start(join(bin, program), args, {
      ...owner,
      cwd: folder,
      env: { PGPASSWORD: password, PATH: process.env['PATH'] },
    }));
  const [address, ...ports] = [await freePort(), await freePort(), await freePort()];
  const [primaryPort, standbyPort] = ports as [number, number];
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')];
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  await run('initdb', [
    '-D',
    primary,
    '-U',
    'skywave',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
  ]);
  const serve = (data: string, port: number): ChildProcess => {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      'max_connections=200',
      `unix_socket_directories=${folder}`,
    ];
    const options = settings.flatMap((one) => ['-c', one]);
    // A group of its own, as a killed server leaves its sessions running for a moment.
    return spawn(join(bin, 'postgres'), ['-D', data, ...options], {
      ...owner,
      cwd: folder,
      detached: true,
      stdio: 'ignore',
    });
  };
  const servers = [serve(primary, primaryPort)];
  await until(() => isReady(primaryPort), 'the primary answers');
  await ask(primaryPort, 'create database skywave_chaos');
  const from = `host=127.0.0.1 port=${primaryPort} user=skywave password=${password} application_name=standby`;
  await run('pg_basebackup', ['-D', standby, '-R', '-X', 'stream', '-c', 'fast', '-d', from]);
  servers.push(serve(standby, standbyPort));
  await until(() => isReady(standbyPort), 'the standby answers');
  await ask(primaryPort, "alter system set synchronous_standby_names = '*'");
  await ask(primaryPort, 'select pg_reload_conf()');
  await until(() => isSynchronous(primaryPort), 'the standby is synchronous');
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(config, balancing(address!, primaryPort, standbyPort));
  servers.push(spawn('haproxy', ['-f', config, '-db'], { detached: true, stdio: 'ignore' }));
  const end = (server: ChildProcess): void => {
    if (server.exitCode === null && server.signalCode === null) process.kill(-server.pid!, 'SIGKILL');
  };
  return {
    url: `postgres://skywave:${password}@127.0.0.1:${address}/skywave_chaos`,
    async kill() {
      for (const pid of sessionsOf(servers[0]!.pid!)) process.kill(pid, 'SIGKILL');
      await pause(0);
    },
    async promote() {
      // Else each change would wait for a standby that it does not have.
      await run('pg_ctl', ['promote', '-w', '-D', standby]);
      await ask(standbyPort, "alter system set synchronous_standby_names = ''");
      await ask(standbyPort, 'select pg_reload_conf()');
    },
    stop() {
      for (const server of servers) end(server);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
};

const password = 'chaos';

const programs = (): string => {
  const versions = existsSync(packages) ? readdirSync(packages).toSorted((a, b) => Number(b) - Number(a)) : [];
  if (versions.length === 0) throw new Error('Needs the Debian packages postgresql and haproxy.');
  return join(packages, versions[0]!, 'bin');
};

/** PostgreSQL refuses to run as root: then as the account that its package made. */
const serviceOwner = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
};

/** The processes of a server: itself and its children. */
const sessionsOf = (server: number): number[] => {
  const children = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === server;
    } catch {
      return false;
    }
  });
  return [server, ...children.map(Number)];
};

const ask = async (port: number, statement: string): Promise<unknown[]> => {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'skywave', password, database: 'postgres' });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
};

const isReady = async (port: number): Promise<boolean> => (await ask(port, 'select 1')).length === 1;

const isSynchronous = async (port: number): Promise<boolean> =>
  (await ask(port, "select 1 from pg_stat_replication where sync_state = 'sync'")).length === 1;

/** The standby gets connections only while the primary is gone. */
const balancing = (port: number, primary: number, standby: number): string => `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 24h
  timeout server 24h
listen postgresql
  bind 127.0.0.1:${port}
  default-server inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions
  server primary 127.0.0.1:${primary} check
  server standby 127.0.0.1:${standby} check backup
`;
