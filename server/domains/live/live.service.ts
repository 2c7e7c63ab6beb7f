import type { FastifyReply } from 'fastify';
import type { NowPlaying } from '#contract/live.ts';
import { stationOfMount } from '#server/domains/stations/stations.service.ts';
import { beginEvents } from '#server/kernel/http/reply-events.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { boundFollowers } from './followers.ts';
import { openChannel, type Channel } from './channel.ts';
import type { PlayingDeps } from './now-playing.ts';

/** What stations play, for the public. */
export type Board = {
  /** What a mount plays now; refuses with `station.notFound` where it is nobody's. */
  now(mount: string): Promise<NowPlaying>;
  /** Takes the response over and tells what the mount plays as it changes; refuses as above before that, and whom there is no room for. */
  follow(mount: string, reply: FastifyReply): Promise<NowPlaying>;
};

/** A change of the station that the engine doesn't tell of is seen this late. */
const freshMs = 2000;
const beatMs = 15_000;
const idleMs = 10 * 60_000;

/** Keeps what is asked for: each station read once for all who ask and follow, with one clock. */
export const createBoard = (deps: PlayingDeps): Board => {
  const channels = new Map<string, Promise<Channel>>();
  const followers = boundFollowers();

  const open = async (mount: string): Promise<Channel> =>
    await openChannel(deps, (await stationOfMount(deps, mount)) ?? refuse('station.notFound'));
  const forget = (mount: string, channel: Channel): void => {
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
    forget(mount, channel);
    return refuse('station.notFound');
  };
  const beat = async (mount: string, channel: Channel): Promise<void> => {
    const now = deps.clock.now().getTime();
    if (channel.followers() === 0) return now - channel.usedAt() > idleMs ? forget(mount, channel) : undefined;
    if (await channel.refresh(freshMs)) channel.beat();
    else forget(mount, channel);
  };
  const beatAll = async (): Promise<void> => {
    for (const [mount, opened] of channels) {
      const channel = await opened.catch(() => undefined);
      if (!channel) continue;
      await beat(mount, channel).catch((error: unknown) =>
        deps.log.warn({ error: String(error), mount }, 'what a station plays could not be read'),
      );
    }
  };
  setInterval(() => void beatAll(), beatMs).unref();

  return {
    now: async (mount) => (await find(mount)).playing(),
    async follow(mount, reply) {
      const leave = followers.enter(reply.request.ip);
      reply.raw.once('close', leave);
      const channel = await find(mount);
      const to = beginEvents(reply);
      if (reply.request.method === 'HEAD') to.end();
      else channel.add(to);
      return channel.playing();
    },
  };
};
