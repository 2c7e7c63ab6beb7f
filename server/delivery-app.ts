import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Brand } from '#contract/rules/brand.ts';
import { episodeSpots } from './domains/campaigns/podcast-spots/arrange.ts';
import { insertedSpots } from './domains/campaigns/podcast-spots/inserted.ts';
import { mountEnclosures } from './domains/podcasts/delivery/enclosures.routes.ts';
import { mountEpisodeExtras } from './domains/podcasts/episodes/episode-extras.routes.ts';
import { mountFeeds } from './domains/podcasts/feed/feeds.routes.ts';
import { mountPodcastImages } from './domains/podcasts/podcast-images.routes.ts';
import { mountChatFrame } from './domains/portal/chat-frame.routes.ts';
import { downloadSpool } from './download-spool.ts';
import { napiImages } from './engines/images/napi-images.ts';
import { systemClock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import { storageOf } from './kernel/create-kernel.ts';
import { connectDatabase } from './kernel/db/connect.ts';
import { listenEverywhere } from './kernel/http/listen.ts';
import { refuse } from './kernel/http/refuse.ts';
import { logRequests } from './kernel/http/request-log.ts';
import { createServer } from './kernel/http/server.ts';
import { mountOperation } from './kernel/operation.ts';
import { databaseSecrets } from './kernel/secrets.ts';
import { feedsFromMemory, serveFromMemory } from './from-memory.ts';
import { mountPublicPages } from './public-pages.ts';
import { spotEngines } from './spot-engines.ts';

export type Delivery = { app: FastifyInstance; stop(): Promise<void> };

const connections = 5;

/**
 * Serves all public parts of podcasts with a few database connections and the storage; runs no jobs. `slot` names this
 * process's spool.
 */
export const serveDelivery = async (at: {
  config: Config;
  log: Logger;
  brand: Brand;
  slot: string;
}): Promise<Delivery> => {
  const { config, log, brand } = at;
  const { db, pool } = connectDatabase(config.databaseUrl, connections, { prepared: config.databasePrepared });
  const deps = { config, log, db, clock: systemClock, storage: await storageOf(config) };
  const app = createServer({ config, log, wording: brand.wording });
  logRequests(app, log);
  const operation = await mountOperation(app, { ...deps, pool });
  mountPodcastImages(app, deps);
  const secrets = databaseSecrets(db);
  mountEpisodeExtras(app, { ...deps, inserted: insertedSpots({ ...deps, secrets }) });
  const engines = spotEngines();
  const spots = episodeSpots({ ...deps, secrets, brand, ...engines });
  mountEnclosures(app, { ...deps, spots, openSpool: downloadSpool(config.dataDir, at.slot, log) });
  const feeds = mountFeeds(app, { ...deps, brand });
  const embeds = mountPublicPages(app, { ...deps, brand, images: napiImages(), geo: engines.geo, playing: undefined });
  mountChatFrame(app, deps, 'delivery');
  app.setNotFoundHandler(() => refuse('request.notFound'));
  serveFromMemory(app.server, [feedsFromMemory(feeds), ...(embeds ? [embeds.reply] : [])]);
  await listenEverywhere(app, config.deliveryPort);
  return {
    app,
    async stop() {
      await Promise.all([app.close(), operation.stop()]);
      await db.destroy();
    },
  };
};
