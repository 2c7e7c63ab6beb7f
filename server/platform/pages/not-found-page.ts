import type { Config } from '#server/kernel/config.ts';
import { html } from './html.ts';
import { page, brandMark, type PageDeps } from './page-shell.ts';

/** The 404 page of the public site. */
export const notFoundPage = (deps: PageDeps & { config: Pick<Config, 'deliveryUrl'> }): string =>
  page(
    deps,
    {
      title: `Not found – ${deps.brand.name}`,
      description: 'Page not found.',
      url: deps.config.deliveryUrl,
      image: null,
      kind: 'website',
      language: 'en',
      isHidden: true,
    },
    html`<main class="wrap lost">
      <span class="mark">${brandMark(deps)}${deps.brand.name}</span>
      <div class="stack">
        <h1>Page not found</h1>
        <p class="soft lead">
          The station, ${deps.brand.wording.podcast} or episode may have been removed, or the URL may be wrong.
        </p>
      </div>
    </main>`,
  );
