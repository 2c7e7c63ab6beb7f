import { socialPlatforms } from '#contract/api/station-profile.ts';
import { feedUrl, pageUrl } from '#server/domains/podcasts/podcasts.service.ts';
import { fullImageUrl, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { isWebUrl, oneLine } from '#server/platform/pages/page-text.ts';
import type { PageLanguage } from '#server/platform/pages/page-language.ts';
import type { PageHead } from '#server/platform/pages/page-shell.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { sitePageUrl } from '../site-urls.ts';
import { siteImageUrl } from './site-picture.ts';
import type { SiteSource } from './site-source.ts';
import { themeFile } from './site-theme.ts';

/** The head of a page of a site: link previews, the canonical URL, and data for search engines. */
export const siteHead = (
  deps: StationPageDeps,
  source: SiteSource,
  { at, isPreview }: { at: PageLanguage; isPreview: boolean },
): PageHead => {
  const { content, page, url } = source;
  const { seo, theme } = content;
  const isHome = page.path === '';
  const title = isHome ? seo.title || content.title : `${page.title} – ${content.title}`;
  const image = theme.cover ?? theme.logo;
  return {
    title,
    description: oneLine(seo.description || firstText(source) || content.title, 200),
    url: sitePageUrl(url, page.path),
    image: image === null ? null : siteImageUrl(deps, image),
    kind: 'website',
    at,
    isHidden: isPreview || !seo.index,
    siteName: content.title,
    ...(theme.logo !== null && { icon: siteImageUrl(deps, theme.logo) }),
    scripts: isPreview ? [] : ['site-page.js'],
    styles: ['station-page.css', 'site-page.css', themeFile(theme)],
    data: siteData(deps, source),
  };
};

/** What the first block with a text says. */
const firstText = ({ page, stations }: SiteSource): string => {
  for (const block of page.blocks) {
    if (block.type === 'hero') return block.text || stations.get(block.station)?.description || '';
    if (block.type === 'text') return block.html.replace(/<[^>]*>/g, ' ');
  }
  return '';
};

/** The site as schema.org data: the website and its page, the stations and podcasts that the page shows. */
const siteData = (deps: StationPageDeps, source: SiteSource): unknown => {
  const { content, page, url } = source;
  const here = sitePageUrl(url, page.path);
  const site = { '@id': `${url}/#site` };
  const shown = [...new Set([...source.stations.values()])];
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', ...site, url, name: content.title, inLanguage: content.language },
      {
        '@type': 'WebPage',
        ...{ '@id': `${here}#page`, url: here, name: page.title, isPartOf: site, inLanguage: content.language },
        description: content.seo.description || undefined,
      },
      ...shown.map((station) => ({
        '@type': 'RadioStation',
        '@id': `${stationPageUrl(deps.config, station)}#station`,
        name: station.name,
        url: station.public ? stationPageUrl(deps.config, station) : url,
        logo: fullImageUrl(deps, station.logo) ?? undefined,
        description: station.description || undefined,
        sameAs: [station.website, ...socialPlatforms.map((place) => station.profile[place] ?? '')].filter(isWebUrl),
      })),
      ...source.shows.map((show) => ({
        '@type': 'PodcastSeries',
        name: show.title,
        url: pageUrl(deps.config, show),
        webFeed: feedUrl(deps.config, show),
        inLanguage: show.language,
      })),
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: content.title, item: url },
          ...(page.path === '' ? [] : [{ '@type': 'ListItem', position: 2, name: page.title, item: here }]),
        ],
      },
    ],
  };
};
