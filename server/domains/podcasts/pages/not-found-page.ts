import { html } from './html.ts';
import { page, brandMark } from './page-shell.ts';
import type { ShowDeps } from './show-page.ts';

/** The 404 page of the public site. */
export const notFoundPage = (deps: ShowDeps): string =>
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
          The ${deps.brand.wording.podcast} or episode may have been removed, or the URL may be wrong.
        </p>
      </div>
    </main>`,
  );
