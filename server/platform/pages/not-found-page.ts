import type { Config } from '#server/kernel/config.ts';
import { html } from './html.ts';
import type { PageLanguage } from './page-language.ts';
import { page, brandMark, type PageDeps } from './page-shell.ts';

/** The 404 page of the public site. */
export const notFoundPage = (deps: PageDeps & { config: Pick<Config, 'deliveryUrl'> }, at: PageLanguage): string => {
  const { notFound, notFoundReason } = at.words;
  return page(
    deps,
    {
      title: `${notFound} – ${deps.brand.name}`,
      description: notFound,
      url: deps.config.deliveryUrl,
      image: null,
      kind: 'website',
      at,
      isHidden: true,
    },
    html`<main class="wrap lost">
      <span class="mark">${brandMark(deps)}${deps.brand.name}</span>
      <div class="stack">
        <h1>${notFound}</h1>
        <p class="soft lead">${notFoundReason}</p>
      </div>
    </main>`,
  );
};
