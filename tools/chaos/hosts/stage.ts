import { execFile, execFileSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { billing } from '#contract/api/billing.ts';
import { fleet, type Engine } from '#contract/api/fleet.ts';
import { stations } from '#contract/api/stations.ts';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { listenAtEdge, type FleetListener } from '#server/domains/fleet/testing/fleet-listener.ts';
import { killPart, startPart } from '#server/domains/fleet/testing/part-process.ts';
import { sweepSource } from '#server/domains/fleet/testing/sweep.ts';
import { startProduct, type Product } from '../../../e2e/product.ts';
import { addTrack, createTestStation } from '../../../e2e/test-station.ts';
import { until } from '../kill-part.ts';
import type { HostName, Network } from './network.ts';

const ids = ['e1', 'e2', 'e3'] as const;
export type EngineId = (typeof ids)[number];
const token = 'a token of sixteen letters';
const stationCount = 6;
const askMs = 1000;

/** A station and its listener at the edge. */
export type Heard = { station: StationKey; mount: string; listener: FleetListener };

/** A portal on this host, three engines, and an edge on others; six stations that play a sweep, with a listener each. */
export const openStage = async (network: Network) => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-hosts-'));
  const tls = certificate(folder, ids.map(network.addressOf));
  const url = (id: EngineId): string => `http://${network.addressOf(id)}:8700`;
  const children = new Map<HostName, ChildProcess>();
  const start = async (host: HostName, program: string, own: Record<string, string>): Promise<void> => {
    const env = { ENGINE_TOKEN: token, DATA_DIR: join(folder, host), ...own };
    children.set(host, (await startPart(program, env, network.within(host))).child);
  };
  const startEngine = (id: EngineId): Promise<void> =>
    start(id, 'streaming/main.ts', {
      ...{ ENGINE_HOST: '0.0.0.0', STREAM_PORT: '8000', BUS_PORT: '8701', BUS_HOST: '0.0.0.0' },
      ...{ TLS_CERT: tls.cert, TLS_KEY: tls.key },
    });
  let product: Product | undefined;
  const close = async (): Promise<void> => {
    for (const child of children.values()) await killPart(child);
    await product?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all(ids.map(startEngine));
    product = await startProduct({
      ENGINES: ids.map((id) => `${id}@${url(id)}`).join(','),
      ...{ ENGINE_TOKEN: token, PORT: '8080', MEDIA_URL: `http://${network.addressOf('portal')}:8080` },
    });
    await start('edge', 'streaming/edge-main.ts', {
      ...{ EDGE_PORT: '8000', NODE_EXTRA_CA_CERTS: tls.cert },
      ENGINE_BUS: ids.map((id) => `https://${network.addressOf(id)}:8701`).join(' '),
    });
    const at = await createTestStation(product, 'Harbour Lights', 'Station 1');
    await at.call(billing.assign, { params: { key: at.account }, body: { plan: 'premier' } });
    const keys = [at.station];
    while (keys.length < stationCount) {
      const body = { name: `Station ${String(keys.length + 1)}` };
      keys.push((await at.call(stations.create, { params: { id: at.account }, body })).key);
    }
    const sweep = await sweepFile(folder);
    for (const station of keys) await addTrack({ ...at, station }, sweep);
    const heard: Heard[] = [];
    for (const station of keys) {
      const { streamname: mount } = await at.call(stations.get, { params: { key: station } });
      let listener: FleetListener | undefined;
      const edge = { host: network.addressOf('edge'), port: 8000 };
      await until(async () => (listener = await listenAtEdge(edge, mount)) !== undefined, `${mount} is heard`);
      heard.push({ station, mount, listener: listener! });
    }
    return {
      ...{ ids, heard, close, startEngine },
      /** The engines as the portal lists them. */
      engines: async (): Promise<Engine[]> => await at.call(fleet.engines, {}),
      /** What an engine says of its stations; throws if it does not answer this host. */
      states: async (id: EngineId): Promise<StationState[]> => {
        const reply = await fetch(new URL('/stations', url(id)), {
          headers: { authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(askMs),
        });
        return ((await reply.json()) as { stations: StationState[] }).stations;
      },
      kill: (id: EngineId) => killPart(children.get(id)),
      signal: (id: EngineId, name: 'SIGSTOP' | 'SIGCONT') => void children.get(id)?.kill(name),
    };
  } catch (error) {
    await close();
    throw error;
  }
};

export type Stage = Awaited<ReturnType<typeof openStage>>;

const sweepFile = async (folder: string): Promise<string> => {
  const file = join(folder, 'sweep.mp3');
  const tags = ['-metadata', 'title=Sweep', '-metadata', 'artist=The Tones'];
  const mp3 = ['-f', 'lavfi', '-i', sweepSource, '-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', ...tags, file];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...mp3]);
  return file;
};

/** A certificate of the engines' addresses, signed by itself. */
const certificate = (folder: string, addresses: readonly string[]): { cert: string; key: string } => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = addresses.map((address) => `IP:${address}`).join(',');
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=engines', '-addext', `subjectAltName=${names}`];
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
};
