import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billing } from '#contract/api/billing.ts';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { knownNodes, stateOfNode } from '#server/domains/fleet/nodes.repo.ts';
import { allVersions, desiredStations } from '#server/domains/playout/desired.ts';
import { createEngineClient } from '#server/domains/playout/engine-client.ts';
import { createTestStation } from '../../../e2e/test-station.ts';
import { until } from '../kill-part.ts';
import { engineIds, type EngineId } from './engines-on-hosts.ts';
import type { Mount } from './listeners.ts';
import { addStations } from './many-stations.ts';
import { writeMarkedTrack } from './marked-track.ts';
import { edgeNames, type Network } from './network.ts';
import { createParts } from './parts.ts';
import { recordPlacements, rememberHomes, sendHome } from './placement-history.ts';
import { openPortals, type Portals } from './portals.ts';

const token = 'a token of sixteen letters';
const askMs = 1000;
const trackPath = 'renditions/sweep.mp3';
const atOnce = 50;

/** Two portals, three engines and two edges, each on a host of its own, and as many stations for each engine. */
export const openStage = async (network: Network, perEngine: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-hosts-'));
  const tls = certificate(folder, engineIds.map(network.addressOf));
  const parts = createParts(network);
  const url = (id: EngineId): string => `http://${network.addressOf(id)}:8700`;
  const mediaOf = (id: EngineId): string => join(folder, id, 'media');
  const startEngine = (id: EngineId): Promise<void> =>
    parts.start(id, 'streaming/main.ts', {
      ...{ ENGINE_TOKEN: token, ENGINE_HOST: '0.0.0.0', STREAM_PORT: '8000', BUS_PORT: '8701', BUS_HOST: '0.0.0.0' },
      ...{ TLS_CERT: tls.cert, TLS_KEY: tls.key, DATA_DIR: join(folder, id), MEDIA_DIR: mediaOf(id) },
    });
  let portals: Portals | undefined;
  const close = async (): Promise<void> => {
    await parts.killAll();
    await portals?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const copies = await Promise.all(engineIds.map((id) => writeMarkedTrack(join(mediaOf(id), trackPath), id)));
    await Promise.all(engineIds.map(startEngine));
    const settings = {
      ENGINES: engineIds.map((id) => `${id}@${url(id)}`).join(','),
      ...{ ENGINE_TOKEN: token, MEDIA_URL: `http://${network.addressOf('portal')}:8080` },
    };
    portals = await openPortals(network, parts, { folder, settings });
    const { db, product, clickhouse, placingHost, areReady } = portals;
    for (const edge of edgeNames)
      await parts.start(edge, 'streaming/edge-main.ts', {
        ...{ ENGINE_TOKEN: token, DATA_DIR: join(folder, edge), EDGE_PORT: '8000', NODE_EXTRA_CA_CERTS: tls.cert },
        ENGINE_BUS: engineIds.map((id) => `https://${network.addressOf(id)}:8701`).join(' '),
      });
    // The first one by the API: with it there are placements, and no portal takes the others for those of a single engine.
    const { call, account, station } = await createTestStation(product, 'Harbour Lights', 'Station');
    await call(billing.assign, { params: { key: account }, body: { plan: 'premier' } });
    await recordPlacements(db);
    const states = async (id: EngineId): Promise<StationState[]> => {
      const reply = await fetch(new URL('/stations', url(id)), {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(askMs),
      });
      return ((await reply.json()) as { stations: StationState[] }).stations;
    };
    const clientOf = (id: EngineId) => createEngineClient({ url: url(id), token });
    /** Sends an engine stations as the portals do, without waiting for their turn. */
    const deliver = async (id: EngineId, keys: readonly StationKey[]): Promise<void> => {
      for (let at = 0; at < keys.length; at += atOnce)
        for (const { document } of await desiredStations({ db }, keys.slice(at, at + atOnce)))
          if (document) await clientOf(id).put(document);
    };
    const stage = {
      ...{ db, clickhouse, placingHost, close, startEngine },
      /** The stations that these engines play; throws if one does not answer this host. */
      playing: async (engines: readonly EngineId[]): Promise<Set<StationKey>> => {
        const all = (await Promise.all(engines.map(states))).flat();
        return new Set(all.flatMap(({ key, source }) => (source === 'autodj' ? [key] : [])));
      },
      /** The stations that an engine should have. */
      placedAt: async (id: EngineId): Promise<StationKey[]> => (await allVersions(db, id)).map(({ key }) => key),
      /** An engine as the portal that places stations judges it. */
      stateOf: async (id: EngineId): Promise<string | undefined> => {
        const node = (await knownNodes(db)).find((one) => one.id === id);
        return node && stateOfNode(node);
      },
      /** Whether both portals serve, all engines are up, and every station plays at the engine that should have it and at no other. */
      async isSettled(): Promise<boolean> {
        if (!(await areReady())) return false;
        let total = 0;
        for (const id of engineIds) {
          const [placed, found] = [new Set(await stage.placedAt(id)), await states(id)];
          if ((await stage.stateOf(id)) !== 'up' || found.length !== placed.size) return false;
          if (!found.every(({ key, source }) => placed.has(key) && source === 'autodj')) return false;
          total += placed.size;
        }
        return total === perEngine * engineIds.length;
      },
      /** Gives the stations back to the engines that they had at first, at once: the portals would level ten a minute. */
      async sendHome(): Promise<void> {
        const moved = await sendHome(db);
        await Promise.all(engineIds.map((id) => deliver(id, moved.get(id) ?? [])));
        const playsAll = async (id: EngineId): Promise<boolean> => {
          const playing = await stage.playing([id]);
          return (await stage.placedAt(id)).every((key) => playing.has(key));
        };
        await until(
          async () => (await Promise.all(engineIds.map(playsAll))).every(Boolean),
          'the engines play their stations again',
        );
        for (const id of engineIds) await clientOf(id).sync({ stations: await allVersions(db, id) });
        await until(stage.isSettled, 'every station is back at its engine');
      },
      kill: (id: EngineId) => parts.kill(id),
      signal: (id: EngineId, name: 'SIGSTOP' | 'SIGCONT') => parts.signal(id, name),
      mounts: [] as Mount[],
    };
    const addedAt = performance.now();
    const { size, durationMs } = copies[0]!;
    await addStations(db, {
      ...{ account, count: perEngine * engineIds.length - 1, others: [station] },
      track: { path: trackPath, size, durationMs },
    });
    const rowsMs = performance.now() - addedAt;
    await until(stage.isSettled, 'all stations play');
    const placedMs = performance.now() - addedAt - rowsMs;
    console.log(
      `${String(perEngine * 3)} stations: ${seconds(rowsMs)} to add, then ${seconds(placedMs)} until all play.`,
    );
    await rememberHomes(db);
    const rows = await db.selectFrom('stations').select(['key', 'streamname']).orderBy('key').execute();
    stage.mounts.push(...rows.map(({ key, streamname }) => ({ station: key, mount: streamname })));
    return stage;
  } catch (error) {
    await close();
    throw error;
  }
};

export type Stage = Awaited<ReturnType<typeof openStage>>;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** A certificate of the engines' addresses, signed by itself. */
const certificate = (folder: string, addresses: readonly string[]): { cert: string; key: string } => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = addresses.map((address) => `IP:${address}`).join(',');
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=engines', '-addext', `subjectAltName=${names}`];
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
};
