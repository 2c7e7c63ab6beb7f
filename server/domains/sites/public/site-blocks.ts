import type { BlockOf, BlockType, SiteBlock } from '#contract/api/site-blocks.ts';
import { socialNames, socialPlatforms } from '#contract/api/station-profile.ts';
import { artThumbnailPath, pageUrl } from '#server/domains/podcasts/podcasts.service.ts';
import { imageUrl } from '#server/platform/images.ts';
import { html, trusted, type Html } from '#server/platform/pages/html.ts';
import { fullImageUrl, square, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { formatDay, isWebUrl, localeOf, oneLine } from '#server/platform/pages/page-text.ts';
import { writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { personPageUrl, stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { cleanHtml } from '#server/platform/rich-text.ts';
import { section, type BlockContext } from './block-context.ts';
import { heroBlock, recentBlock } from './radio-blocks.ts';
import { sitePicture } from './site-picture.ts';
import type { SiteSource } from './site-source.ts';

/** The blocks of a page, without those that have nothing to show. */
export const blocksOf = (deps: StationPageDeps, source: SiteSource, at: PageLanguage): Html[] => {
  const { blocks } = source.page;
  const first = blocks.findIndex(({ type }) => type === 'hero');
  return blocks.flatMap((block, i) => {
    const shown = show(block, { deps, source, at, isFirst: i === first });
    return shown === false ? [] : [shown];
  });
};

type Show<T extends BlockType> = (block: BlockOf<T>, at: BlockContext) => Html | false;

const show = (block: SiteBlock, at: BlockContext): Html | false =>
  (shows[block.type] as (block: SiteBlock, at: BlockContext) => Html | false)(block, at);

const shows: { [T in BlockType]: Show<T> } = {
  hero: heroBlock,
  recent: recentBlock,
  player: ({ player, title }, { source, at }) => {
    const found = source.players.get(player);
    if (!found) return false;
    const name = title || found.name;
    return html`<section class="stack" aria-label="${name}">
      ${title !== '' && html`<h2 ${writtenIn(at, source.content.language)}>${title}</h2>`}
      <iframe class="embedded" src="/embed/${player}" title="${name}" loading="lazy" allow="autoplay"></iframe>
      <noscript
        ><p><a href="/embed/${player}">${name}</a></p></noscript
      >
    </section>`;
  },
  stations: (block, context, { deps, source, at } = context) =>
    source.publicStations.length > 0 &&
    section(
      block,
      { word: context.at.words.stations, at: context },
      html`<ul class="cards">
        ${source.publicStations.map((station) =>
          card(deps, stationPageUrl(deps.config, station), {
            ...{ title: station.name, text: station.description, picture: fullImageUrl(deps, station.logo) },
            own: writtenIn(at, station.language),
          }),
        )}
      </ul>`,
    ),
  schedule: (block, context) =>
    block.rows.length > 0 &&
    section(block, { word: context.at.words.programme, at: context }, timetable(block, context)),
  podcasts: (block, context) => {
    const { deps, source, at } = context;
    const chosen = block.keys.flatMap((key) => source.shows.find((show) => show.key === key) ?? []);
    const shown = (block.keys.length > 0 ? chosen : source.shows).slice(0, block.count);
    if (shown.length === 0) return false;
    return section(
      block,
      { word: context.at.words.podcasts, at: context },
      html`<ul class="cards">
        ${shown.map((show) =>
          card(deps, pageUrl(deps.config, show), {
            ...{ title: show.title, text: show.description, picture: artThumbnailPath(show.image) },
            own: writtenIn(at, show.language),
          }),
        )}
      </ul>`,
    );
  },
  episodes: (block, context) => {
    const { deps, source, at } = context;
    const series = source.shows.find(({ key }) => key === block.podcast);
    const listed = (source.episodes.get(block.podcast) ?? []).slice(0, block.count);
    if (!series || listed.length === 0) return false;
    const url = pageUrl(deps.config, series);
    const own = writtenIn(at, series.language);
    return section(
      block,
      { word: `${at.words.episodes}: ${series.title}`, at: context },
      html`<ol class="episodes">
        ${listed.map(
          (episode) =>
            html`<li>
              <div>
                <h3 ${own}><a href="${url}/${episode.key}">${episode.title}</a></h3>
                <p class="meta">
                  ${episode.publish_date && html`<time datetime="${episode.publish_date.toISOString()}">${formatDay(episode.publish_date, at.language)}</time>`}<span
                    >${minutes(episode.audio_ms, at.language)}</span
                  >
                </p>
                ${episode.about !== '' && html`<p class="excerpt" ${own}>${oneLine(episode.about, 240)}</p>`}
              </div>
            </li>`,
        )}
      </ol>`,
    );
  },
  people: (block, context, { deps, source } = context) =>
    source.people.length > 0 &&
    section(
      block,
      { word: context.at.words.people, at: context },
      html`<ul class="faces">
        ${source.people.map(({ name, pretty_url, avatar }) => {
          const face = html`${square(deps, fullImageUrl(deps, avatar), { alt: '', isLazy: true })}<span>${name}</span>`;
          return html`<li>
            ${pretty_url === null ? face : html`<a href="${personPageUrl(deps.config, { pretty_url })}">${face}</a>`}
          </li>`;
        })}
      </ul>`,
    ),
  text: (block, { source, at }) => {
    const own = writtenIn(at, source.content.language);
    // Cleaned when it was saved; once more, as rules may have become stricter since.
    const text = trusted(cleanHtml(block.html));
    if (text.html === '' && block.title === '') return false;
    return html`<section class="stack" ${own}>
      ${block.title !== '' && html`<h2>${block.title}</h2>`}
      <div class="prose">${text}</div>
    </section>`;
  },
  image: (block, { deps, source, at }) =>
    html`<figure class="figure" ${writtenIn(at, source.content.language)}>
      ${block.title !== '' && html`<h2>${block.title}</h2>`}
      ${sitePicture(deps, block.image, { alt: block.alt, sizes: '(max-width: 62rem) 92vw, 60rem', isLazy: true })}
      ${block.caption !== '' && html`<figcaption class="soft">${block.caption}</figcaption>`}
    </figure>`,
  social: (block, context) => {
    const { source } = context;
    const profile = source.stations.get(block.station)?.profile ?? {};
    const links = socialPlatforms.flatMap((place) => {
      const url = profile[place] ?? '';
      return isWebUrl(url) ? [{ label: socialNames[place], url }] : [];
    });
    return (
      links.length > 0 && section(block, { word: context.at.words.findUs, at: context }, pills(links, 'me noopener'))
    );
  },
  links: (block, context) => {
    const links = block.items.filter(({ url }) => isWebUrl(url));
    return links.length > 0 && section(block, { word: context.at.words.links, at: context }, pills(links, 'noopener'));
  },
  partners: (block, context, { deps, source } = context) =>
    source.partners.length > 0 &&
    section(
      block,
      { word: context.at.words.partners, at: context },
      html`<ul class="partners">
        ${source.partners.map(({ name, website, logo }) => {
          const picture = imageUrl(logo);
          const face =
            picture === null
              ? html`<span>${name}</span>`
              : html`<img
                  src="${deps.config.publicUrl}${picture}"
                  alt="${name}"
                  width="160"
                  height="80"
                  loading="lazy"
                />`;
          return html`<li>${isWebUrl(website) ? html`<a href="${website}" rel="noopener">${face}</a>` : face}</li>`;
        })}
      </ul>`,
    ),
  contact: (block, context) => {
    const { email, phone, address } = block;
    if (email === '' && phone === '' && address === '') return false;
    return section(
      block,
      { word: context.at.words.contact, at: context },
      html`${address !== '' && html`<address class="plain" dir="auto">${address}</address>`}
        <ul class="row">
          ${email !== '' && html`<li><a class="pill" href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a></li>`}
          ${
            phone !== '' &&
            html`<li>
              <a class="pill" href="tel:${phone.replace(/[^+\d]/g, '')}"><bdi>${phone}</bdi></a>
            </li>`
          }
        </ul>`,
    );
  },
};

type Card = { title: string; text: string; picture: string | null; own: Html | false };

const card = (deps: StationPageDeps, url: string, { title, text, picture, own }: Card): Html =>
  html`<li ${own}>
    <a href="${url}"
      >${square(deps, picture, { alt: '', isLazy: true })}
      <h3>${title}</h3></a
    >
    ${text !== '' && html`<p class="excerpt">${oneLine(text, 140)}</p>`}
  </li>`;

const pills = (links: readonly { label: string; url: string }[], rel: string): Html =>
  html`<ul class="row">
    ${links.map(
      ({ label, url }) =>
        html`<li>
          <a class="pill" href="${url}" rel="${rel}"><bdi>${label}</bdi></a>
        </li>`,
    )}
  </ul>`;

/** A week: a list for each day that has broadcasts. */
const timetable = (block: BlockOf<'schedule'>, { deps, source, at }: BlockContext): Html => {
  const name = new Intl.DateTimeFormat(localeOf(at.language), { weekday: 'long', timeZone: 'UTC' });
  const rows = block.rows.toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from));
  // 1 January 2024 is a Monday.
  return html`<div class="week">
    ${[...Map.groupBy(rows, ({ day }) => day)].map(
      ([day, ofDay]) =>
        html`<div class="stack">
          <h3>${name.format(Date.UTC(2024, 0, day))}</h3>
          <ol class="tracks">
            ${ofDay.map(({ from, to, title, podcast }) => {
              const show = source.shows.find(({ key }) => key === podcast);
              return html`<li>
                <span class="soft"><bdi>${from}–${to}</bdi></span
                ><span><bdi>${show ? html`<a href="${pageUrl(deps.config, show)}">${title}</a>` : title}</bdi></span>
              </li>`;
            })}
          </ol>
        </div>`,
    )}
  </div>`;
};

const minutes = (ms: number, language: string): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    Math.max(1, Math.round(ms / 60_000)),
  );
