import { html, type Html } from '#server/platform/pages/html.ts';
import { page, pageFooter } from '#server/platform/pages/page-shell.ts';
import { writtenIn, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { personPageUrl, stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { oneLine } from '#server/platform/pages/page-text.ts';
import { fullImageUrl, square, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import type { NextTime } from './next-on-air.ts';
import { nextSection } from './next-section.ts';
import type { PersonRow, StationOfPerson } from './pages.repo.ts';

export type PersonSource = {
  person: PersonRow & { pretty_url: string };
  stations: readonly StationOfPerson[];
  next: NextTime[];
  now: number;
};

/** The public page of a radio personality. */
export const personPage = (deps: StationPageDeps, source: PersonSource, at: PageLanguage): string => {
  const { person, stations } = source;
  const url = personPageUrl(deps.config, person);
  const avatar = fullImageUrl(deps, person.avatar);
  const head = {
    title: person.name,
    description: oneLine(person.bio || person.name, 200),
    url,
    image: avatar,
    kind: 'profile' as const,
    at,
    scripts: ['person-page.js'],
    styles: ['station-page.css'],
    data: {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: person.name,
        url,
        description: person.bio || undefined,
        image: avatar ?? undefined,
        knowsAbout: person.tags.length > 0 ? person.tags : undefined,
        worksFor: stations.map((station) => ({
          '@type': 'RadioStation',
          name: station.name,
          url: stationPageUrl(deps.config, station),
        })),
      },
    },
  };
  return page(
    deps,
    head,
    html`<main class="wrap station">
      <header class="name">
        ${square(deps, avatar, { alt: person.name, isLazy: false })}
        <div>
          <h1>${person.name}</h1>
          ${
            person.tags.length > 0 &&
            html`<ul class="row" aria-label="${at.words.topics}">
              ${person.tags.map((tag) => html`<li class="tag"><bdi>${tag}</bdi></li>`)}
            </ul>`
          }
        </div>
      </header>
      ${
        person.bio !== '' &&
        html`<section class="stack" aria-labelledby="about">
          <h2 id="about">${at.words.about}</h2>
          <p class="plain" dir="auto">${person.bio}</p>
        </section>`
      }
      ${nextSection(source, { at, names: 'stations' })} ${stationCards(deps, stations, at)}
      ${pageFooter(deps, { copyright: person.name, links: [] })}
    </main>`,
  );
};

const stationCards = (deps: StationPageDeps, stations: readonly StationOfPerson[], at: PageLanguage): Html | false =>
  stations.length > 0 &&
  html`<section class="stack" aria-labelledby="stations">
    <h2 id="stations">${at.words.stations}</h2>
    <ul class="cards">
      ${stations.map(
        ({ name, description, language, pretty_url, logo }) =>
          html`<li ${writtenIn(at, language)}>
            <a href="/radio/${pretty_url}"
              >${square(deps, fullImageUrl(deps, logo), { alt: '', isLazy: true })}
              <h3>${name}</h3></a
            >
            <p class="excerpt">${oneLine(description, 140)}</p>
          </li>`,
      )}
    </ul>
  </section>`;
