import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import type { EngineLogUsage } from '#contract/engine/engine-log.ts';
import type { StationDesired, StationState } from '#contract/engine/engine.ts';
import { pause } from './process-figures.ts';
import { freePort, start } from './programs.ts';

const token = 'a token for the bench only';

export type Server = {
  child: ChildProcess & { pid: number };
  port: number;
  /** The path that listeners request. */
  path: string;
  /** The URL an encoder connects to. */
  encoder: string;
};
export type BenchEngine = Server & {
  /** Its data folder, with what it needs to restart. */
  data: string;
  /** Its control API, and the token for it. */
  control: { url: string; token: string };
  put(station: StationDesired): Promise<void>;
  /** A call of the control API; throws if it is refused. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  states(): Promise<StationState[]>;
  /** Total bytes of all station logs. */
  recorded(): Promise<number>;
};

/** Our engine, whose stations play the `files` of `folder`; empty, unless it takes over the data or port of `after`. */
export const startEngine = async (
  folder: string,
  after?: Partial<Pick<BenchEngine, 'port' | 'data'>>,
  nodeOptions: string[] = [],
): Promise<BenchEngine> => {
  const stream = after?.port ?? (await freePort());
  const data = after?.data ?? mkdtempSync(join(folder, 'engine-'));
  const control = await freePort();
  const child = start([process.execPath, ...nodeOptions, 'streaming/main.ts'], {
    DATA_DIR: data,
    MEDIA_DIR: join(folder, 'files'),
    STREAM_PORT: `${stream}`,
    ENGINE_PORT: `${control}`,
    ENGINE_TOKEN: token,
  });
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const reply = await fetch(`http://127.0.0.1:${control}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  if (!after) await untilAnswers(`http://127.0.0.1:${control}/healthz`);
  return {
    child,
    data,
    control: { url: `http://127.0.0.1:${control}`, token },
    port: stream,
    path: '/radio0',
    encoder: `icecast://source:secret@127.0.0.1:${stream}/radio0`,
    call,
    put: async (station) => void (await call('PUT', `/stations/${station.key}`, station)),
    recorded: async () => ((await (await call('GET', '/log')).json()) as EngineLogUsage).bytes,
    states: async () => ((await (await call('GET', '/stations')).json()) as { stations: StationState[] }).stations,
  };
};

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** A key in the form of ours. */
export const benchKey = (prefix: string, number: number): string =>
  `${prefix}-${[...String(number).padStart(22, '0')].map((digit) => digits[Number(digit)]).join('')}`;

/** Station `number` at `/radio<number>`, playing these files in order. */
export const benchStation = (number: number, files: string[], burstMs = 5000): StationDesired => {
  const items = files.map((path, index) => ({
    key: benchKey('t', number * 100 + index),
    path,
    title: `Track ${index}`,
    artist: 'Bench',
    album: '',
    duration_ms: 0,
  }));
  return {
    key: benchKey('s', number),
    account: benchKey('a', 1),
    revision: 1,
    mount: `radio${number}`,
    name: `Radio ${number}`,
    description: '',
    genre: '',
    website: '',
    public: true,
    running: true,
    reason: '',
    format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
    password: 'secret',
    burst_ms: burstMs,
    steady_ms: 200,
    stall_ms: 2000,
    hold_ms: 600_000,
    autodj: { items, shuffle: false, generation: 1 },
    limits: { listeners: null },
  } as StationDesired;
};

/** Stock Icecast: `/live` falls back to `/auto` and returns when the encoder is back. */
export const startIcecast = async (folder: string): Promise<Server & { auto: string }> => {
  const port = await freePort();
  const home = join(folder, 'icecast');
  mkdirSync(home, { recursive: true });
  chmodSync(folder, 0o755);
  chmodSync(home, 0o777);
  const asRoot = process.getuid?.() === 0 ? '<changeowner><user>nobody</user><group>nogroup</group></changeowner>' : '';
  writeFileSync(
    join(home, 'icecast.xml'),
    `<icecast>
  <limits><clients>20000</clients><sources>10</sources><queue-size>524288</queue-size><burst-size>65535</burst-size></limits>
  <authentication><source-password>secret</source-password><admin-user>admin</admin-user><admin-password>secret</admin-password></authentication>
  <hostname>localhost</hostname>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <mount><mount-name>/live</mount-name><fallback-mount>/auto</fallback-mount><fallback-override>1</fallback-override></mount>
  <paths><basedir>${home}</basedir><logdir>${home}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
  <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>2</loglevel></logging>
  <security><chroot>0</chroot>${asRoot}</security>
</icecast>\n`,
  );
  const child = start(['icecast2', '-c', join(home, 'icecast.xml')]);
  await untilAnswers(`http://127.0.0.1:${port}/status-json.xsl`);
  const mount = (name: string): string => `icecast://source:secret@127.0.0.1:${port}/${name}`;
  return { child, port, path: '/live', encoder: mount('live'), auto: mount('auto') };
};

/** Liquidsoap as a station, with the smallest buffer that it accepts. */
export const startLiquidsoap = async (folder: string, file: string): Promise<Server> => {
  const [port, harbor] = [await freePort(), await freePort()];
  const script = join(folder, 'radio.liq');
  writeFileSync(
    script,
    `settings.init.allow_root.set(true)
settings.log.file.set(false)
settings.harbor.bind_addrs.set(["127.0.0.1"])
auto = single("${file}")
live = input.harbor("live", port=${harbor}, password="secret", buffer=2.)
radio = fallback(track_sensitive=false, [live, auto])
output.harbor(%mp3(bitrate=128), mount="radio", port=${port}, radio)
`,
  );
  const child = start(['liquidsoap', script], { HOME: folder });
  await untilAnswers(`http://127.0.0.1:${port}/radio`);
  return { child, port, path: '/radio', encoder: `icecast://source:secret@127.0.0.1:${harbor}/live` };
};

const untilAnswers = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    try {
      const reply = await fetch(url);
      await reply.body?.cancel();
      if (reply.ok) return;
    } catch {
      // Not up yet.
    }
    await pause(100);
  }
  throw new Error(`${url} does not answer.`);
};
