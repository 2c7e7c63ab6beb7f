import { socialPlatforms } from '#contract/api/station-profile.ts';
import { artUrl, feedUrl, pageUrl } from '#server/domains/podcasts/podcasts.service.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { isWebUrl } from '#server/platform/pages/page-text.ts';
import { fullImageUrl, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import type { Broadcast, StationSource } from './station-source.ts';

/** A station as schema.org data for search engines: the station, its service, podcasts, programme, and where it is. */
export const stationData = (deps: StationPageDeps, source: StationSource): unknown => {
  const { station } = source;
  const url = stationPageUrl(deps.config, station);
  const service = `${url}#service`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      radioStation(deps, source, url),
      {
        '@type': 'BroadcastService',
        '@id': service,
        name: station.name,
        broadcastDisplayName: station.name,
        broadcaster: { '@id': `${url}#station` },
        inLanguage: station.language,
        broadcastTimezone: knownZone(station.default_timezone),
        broadcastFrequency: 'INTERNET_STREAM',
      },
      ...source.programme.filter(({ begin }) => begin <= source.now).map((one) => broadcastEvent(one, service)),
      ...source.shows.map((show) => ({
        '@type': 'PodcastSeries',
        name: show.title,
        description: show.description || undefined,
        url: pageUrl(deps.config, show),
        webFeed: feedUrl(deps.config, show),
        image: artUrl(deps.config, show.image) ?? undefined,
        inLanguage: show.language,
      })),
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: deps.brand.name, item: deps.config.deliveryUrl },
          { '@type': 'ListItem', position: 2, name: station.name, item: url },
        ],
      },
    ],
  };
};

const radioStation = (deps: StationPageDeps, { station }: StationSource, url: string): unknown => ({
  '@type': 'RadioStation',
  '@id': `${url}#station`,
  name: station.name,
  url,
  logo: fullImageUrl(deps, station.logo_512 ?? station.logo) ?? undefined,
  image: `${url}/card.png`,
  slogan: station.description || undefined,
  description: station.about || station.description || undefined,
  telephone: station.phone || undefined,
  address: station.country === '' ? undefined : { '@type': 'PostalAddress', addressCountry: station.country },
  sameAs: [station.website, ...socialPlatforms.map((place) => station.profile[place] ?? '')].filter(isWebUrl),
  potentialAction: { '@type': 'ListenAction', target: `${url}?play` },
});

const broadcastEvent = ({ title, begin, end }: Broadcast, service: string): unknown => ({
  '@type': 'BroadcastEvent',
  name: title,
  isLiveBroadcast: true,
  startDate: new Date(begin).toISOString(),
  endDate: new Date(end).toISOString(),
  publishedOn: { '@id': service },
});
