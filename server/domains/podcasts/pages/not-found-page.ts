import { html } from './html.ts';
import { page, sign } from './page-shell.ts';
import type { ShowDeps } from './show-page.ts';

/** What stands where nobody may see anything. */
export const notFoundPage = (deps: ShowDeps): string =>
  page(
    deps,
    {
      title: `Not found – ${deps.brand.name}`,
      description: 'This page isn’t there.',
      url: deps.config.deliveryUrl,
      image: null,
      kind: 'website',
      language: 'en',
      isHidden: true,
    },
    html`<main class="wrap lost">
      <span class="mark">${sign(deps)}${deps.brand.name}</span>
      <div class="stack">
        <h1>This page isn’t there</h1>
        <p class="soft lead">
          The ${deps.brand.wording.podcast} or episode may have been taken down, or the address may have a slip in it.
        </p>
      </div>
    </main>`,
  );
