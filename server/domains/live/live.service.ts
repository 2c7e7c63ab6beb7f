import type { FastifyReply } from 'fastify';
import type { NowPlaying } from '#contract/api/live.ts';
import { stationOfMount } from '#server/domains/stations/stations.service.ts';
import { beginEvents } from '#server/kernel/http/reply-events.ts';
import { refuse, Refusal } from '#server/kernel/http/refuse.ts';
import type { Operation } from '#server/kernel/operation.ts';
import { limitFollowers } from '#server/platform/followers.ts';
import { gauge, type Metric } from '#shared/metrics/metric.ts';
import { openChannel, type Channel } from './channel.ts';
import { createFollowerProcesses } from './follower-processes.ts';
import type { PlayingDeps } from './now-playing.ts';
import { createPortalStreams, type PortalStreams } from './portal-streams.ts';

/** The public now-playing data of all stations. */
export type NowPlayingService = {
  /** What a mount is playing; refuses with `station.notFound` if no station owns it. */
  now(mount: string): Promise<NowPlaying>;
  /** Takes over the response and sends what the mount plays as it changes; refuses like `now`, or beyond the limits. */
  follow(mount: string, reply: FastifyReply): Promise<NowPlaying>;
  /** What several mounts are playing, in this order; unknown ones are left out. */
  several(mounts: readonly string[]): Promise<NowPlaying[]>;
  /** As `follow`, for several mounts; refuses with `station.notFound` only if it knows none of them. */
  followSeveral(mounts: readonly string[], reply: FastifyReply): Promise<void>;
  /** Ends the follower processes. */
  stop(): Promise<void>;
};

type Options = {
  /** Followers that this process writes to; those of others are handed over. */
  mostOwn?: number;
  /** How many processes they are handed over to; by default as many as there are processors. */
  processes?: number;
};

/** How late a change of the station that the engine doesn't report becomes visible. */
const freshMs = 2000;
const beatMs = 15_000;
const idleMs = 10 * 60_000;

/** Opens a channel per requested mount, shared by all requests and followers, and closes idle ones. */
export const createNowPlaying = (
  deps: PlayingDeps & Pick<Operation, 'report'>,
  options: Options = {},
): NowPlayingService => {
  const channels = new Map<string, Promise<Channel>>();
  const limits = limitFollowers();
  const processes = createFollowerProcesses(deps.log, options.processes);
  const streams = createPortalStreams(processes, options.mostOwn);
  deps.report(() => followerMetrics(streams.sizes()));

  const open = async (mount: string): Promise<Channel> =>
    await openChannel(deps, (await stationOfMount(deps, mount)) ?? refuse('station.notFound'), streams);
  const close = (mount: string, channel: Channel): void => {
    channels.delete(mount);
    channel.stop();
  };
  const find = async (mount: string): Promise<Channel> => {
    const opened = channels.get(mount) ?? open(mount);
    channels.set(mount, opened);
    const channel = await opened.catch((error: unknown) => {
      channels.delete(mount);
      throw error;
    });
    if (await channel.refresh(freshMs)) return channel;
    close(mount, channel);
    return refuse('station.notFound');
  };
  const findSeveral = async (mounts: readonly string[]): Promise<Channel[]> => {
    const found = await Promise.all(
      mounts.map((mount) =>
        find(mount).catch((error: unknown) => {
          if (error instanceof Refusal && error.code === 'station.notFound') return undefined;
          throw error;
        }),
      ),
    );
    return found.filter((channel) => channel !== undefined);
  };
  const beat = async (mount: string, channel: Channel): Promise<void> => {
    const now = deps.clock.now().getTime();
    if (channel.followers() === 0) return now - channel.usedAt() > idleMs ? close(mount, channel) : undefined;
    if (await channel.refresh(freshMs)) channel.heartbeat();
    else close(mount, channel);
  };
  const beatAll = async (): Promise<void> => {
    for (const [mount, opened] of channels) {
      const channel = await opened.catch(() => undefined);
      if (!channel) continue;
      await beat(mount, channel).catch((error: unknown) =>
        deps.log.warn({ error: String(error), mount }, 'could not load what a station plays'),
      );
    }
  };
  /** Counts the follower until its connection is closed, in whichever process that is. */
  const admit = async (reply: FastifyReply, findAll: () => Promise<Channel[]>): Promise<Channel[]> => {
    const release = limits.enter(reply.request.ip);
    try {
      const found = await findAll();
      if (reply.request.method === 'HEAD') {
        beginEvents(reply).end();
        release();
      } else follow(reply, found, release);
      return found;
    } catch (error) {
      release();
      throw error;
    }
  };
  const follow = (reply: FastifyReply, found: Channel[], release: () => void): void => {
    const joined = found.map((channel) => channel.join());
    const keys = found.map(({ key }) => key);
    streams.add(reply, keys, joined.map(({ first }) => first).join(''), () => {
      for (const { leave } of joined) leave();
      release();
    });
  };
  const beating = setInterval(() => void beatAll(), beatMs).unref();

  return {
    now: async (mount) => (await find(mount)).playing(),
    async follow(mount, reply) {
      const [channel] = await admit(reply, async () => [await find(mount)]);
      return channel!.playing();
    },
    several: async (mounts) => (await findSeveral(mounts)).map((channel) => channel.playing()),
    async followSeveral(mounts, reply) {
      await admit(reply, async () => {
        const found = await findSeveral(mounts);
        return found.length === 0 ? refuse('station.notFound') : found;
      });
    },
    async stop() {
      clearInterval(beating);
      await processes.stop();
    },
  };
};

const followerMetrics = ({ own, handedOver }: ReturnType<PortalStreams['sizes']>): Metric[] => [
  gauge('skywave_followers', 'Connections that follow what a station plays, by the process that writes to them.', [
    { labels: { process: 'portal' }, value: own },
    { labels: { process: 'follower' }, value: handedOver },
  ]),
];
