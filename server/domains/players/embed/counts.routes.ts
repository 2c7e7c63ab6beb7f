import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StationKey } from '#contract/rules/keys.ts';
import { playerEvents, playerReportBytes, type PlayerEvent, type PlayerReport } from '#contract/rules/player-counts.ts';
import { siteIn } from '#contract/rules/player-site.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import { rateLimiter } from '#server/kernel/http/rate-limit.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { CountBuffer } from '../counts/count-buffer.ts';
import type { PublicPlayer } from '../public-player.service.ts';

type Deps = Pick<Kernel, 'clock'> & { geo: GeoEngine; counts: CountBuffer };
/** A player that is shown; undefined for any other. */
type Find = (written: string) => Promise<PublicPlayer | undefined>;
type Params = { Params: { key: string } };

/** Per address; a page with several players reports a few times a minute. */
const perMinute = { max: 120, seconds: 60 };
const policyReportBytes = 8 * 1024;

/**
 * What players say of themselves (`count`) and browsers of players that they did not show (`refused`). Stores sums only: neither
 * address nor browser. What is no report is ignored; nobody waits for the answer.
 */
export const mountCounts = (app: FastifyInstance, deps: Deps, find: Find): void => {
  const limit = rateLimiter(deps.clock);
  const allowed = async (request: FastifyRequest<Params>): Promise<PublicPlayer | undefined> => {
    limit(request.ip, perMinute);
    return await find(request.params.key);
  };
  const countryOf = async (ip: string): Promise<string> => (await deps.geo.locate(ip)).country;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // A frame without an origin may send nothing but text without asking first.
    const types = [/^text\/plain/, /^application\/csp-report/, /^application\/json/];
    for (const type of types)
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, text, done) => done(null, text));
    scope.post<Params>('/embed/:key/count', { bodyLimit: playerReportBytes }, async (request, reply) => {
      const player = await allowed(request);
      const report = player && reportIn(request.body, player);
      if (player && report) {
        const { e: event, s: station, h: site, ms } = report;
        const country = await countryOf(request.ip);
        deps.counts.add({ embed: player.key, event, station, site, ms, country });
      }
      return await reply.code(204).header('access-control-allow-origin', '*').send();
    });
    scope.post<Params>('/embed/:key/refused', { bodyLimit: policyReportBytes }, async (request, reply) => {
      const player = await allowed(request);
      const site = refusedSite(request.body);
      if (player && site !== undefined) {
        const country = await countryOf(request.ip);
        const station = player.stations[0]?.key ?? '';
        deps.counts.add({ embed: player.key, event: 'refused', station, site, ms: 0, country });
      }
      return await reply.code(204).send();
    });
  });
};

/** The report in a body: a known event of a station of the player; undefined for anything else. */
const reportIn = (
  body: unknown,
  { kind, stations }: PublicPlayer,
): { e: PlayerEvent; s: StationKey | ''; h: string; ms: number } | undefined => {
  const { e, s, h, ms } = jsonIn(body) as Partial<PlayerReport>;
  const station = kind === 'stations' ? stations.find(({ key }) => key === s)?.key : ('' as const);
  const event = playerEvents.find((name) => name === e);
  if (station === undefined || !event || typeof h !== 'string' || typeof ms !== 'number' || !Number.isFinite(ms))
    return undefined;
  return { e: event, s: station, h: siteIn(h) ?? '', ms };
};

/** The website in a browser's report on `frame-ancestors`; undefined for reports on anything else. */
const refusedSite = (body: unknown): string | undefined => {
  const { 'csp-report': report } = jsonIn(body) as { 'csp-report'?: Record<string, unknown> };
  const directive = report?.['effective-directive'] ?? report?.['violated-directive'];
  if (typeof directive !== 'string' || !directive.startsWith('frame-ancestors')) return undefined;
  const url = report?.['blocked-uri'];
  return typeof url === 'string' ? siteIn(URL.parse(url)?.hostname ?? '') : undefined;
};

const jsonIn = (body: unknown): object => {
  try {
    const found = JSON.parse(typeof body === 'string' ? body : '') as unknown;
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
};
