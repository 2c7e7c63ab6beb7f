import type { FastifyReply } from 'fastify';
import type { NowPlaying } from '#contract/api/live.ts';
import { stationOfMount } from '#server/domains/stations/stations.service.ts';
import { beginEvents } from '#server/kernel/http/reply-events.ts';
import { refuse, Refusal } from '#server/kernel/http/refuse.ts';
import { limitFollowers } from '#server/platform/followers.ts';
import { openChannel, type Channel } from './channel.ts';
import type { PlayingDeps } from './now-playing.ts';

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
};

/** How late a change of the station that the engine doesn't report becomes visible. */
const freshMs = 2000;
const beatMs = 15_000;
const idleMs = 10 * 60_000;

/** Opens a channel per requested mount, shared by all requests and followers, and closes idle ones. */
export const createNowPlaying = (deps: PlayingDeps): NowPlayingService => {
  const channels = new Map<string, Promise<Channel>>();
  const followers = limitFollowers();

  const open = async (mount: string): Promise<Channel> =>
    await openChannel(deps, (await stationOfMount(deps, mount)) ?? refuse('station.notFound'));
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
  setInterval(() => void beatAll(), beatMs).unref();

  return {
    now: async (mount) => (await find(mount)).playing(),
    async follow(mount, reply) {
      const release = followers.enter(reply.request.ip);
      reply.raw.once('close', release);
      const channel = await find(mount);
      const to = beginEvents(reply);
      if (reply.request.method === 'HEAD') to.end();
      else channel.add(to);
      return channel.playing();
    },
    several: async (mounts) => (await findSeveral(mounts)).map((channel) => channel.playing()),
    async followSeveral(mounts, reply) {
      const release = followers.enter(reply.request.ip);
      reply.raw.once('close', release);
      const found = await findSeveral(mounts);
      if (found.length === 0) refuse('station.notFound');
      const to = beginEvents(reply);
      // Each channel waits for its end.
      to.setMaxListeners(found.length + 10);
      if (reply.request.method === 'HEAD') to.end();
      else for (const channel of found) channel.add(to);
    },
  };
};
