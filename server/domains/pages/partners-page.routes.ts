import type { FastifyInstance } from 'fastify';
import { publicPartners, type PublicPartner } from '#server/domains/portal/partners.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { html } from '#server/platform/pages/html.ts';
import { fullImageUrl, square, type StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { pagePolicy } from '#server/platform/pages/page-policy.ts';
import { pageLanguage, type PageLanguage } from '#server/platform/pages/page-language.ts';
import { page, pageFooter } from '#server/platform/pages/page-shell.ts';
import { isWebUrl } from '#server/platform/pages/page-text.ts';
import { sendMissing, sendPage } from '#server/platform/pages/send-page.ts';

/** The page of the portal's partners at `/partners`; 404 while none of them is public. */
export const mountPartnersPage = (app: FastifyInstance, deps: StationPageDeps & Pick<Kernel, 'db'>): void => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/partners',
    handler: async (request, reply) => {
      const partners = await publicPartners(deps.db);
      reply.header(
        'content-security-policy',
        pagePolicy("'none'", { images: [new URL(deps.config.publicUrl).origin] }),
      );
      if (partners.length === 0) return sendMissing(deps, reply);
      return sendPage(request, reply, partnersPage(deps, partners, pageLanguage(request, deps.brand, 'en')));
    },
  });
};

const partnersPage = (deps: StationPageDeps, partners: readonly PublicPartner[], at: PageLanguage): string => {
  const title = `${at.words.partners} – ${deps.brand.name}`;
  const head = {
    ...{ title, description: `${title}: ${partners.map(({ name }) => name).join(', ')}`.slice(0, 200) },
    url: `${deps.config.deliveryUrl}/partners`,
    image: null,
    kind: 'website' as const,
    at,
    scripts: [],
    styles: ['station-page.css'],
    data: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: partners.map(({ name, website }, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        item: { '@type': 'Organization', name, url: website || undefined },
      })),
    },
  };
  return page(
    deps,
    head,
    html`<main class="wrap station">
      <h1>${at.words.partners}</h1>
      <ul class="cards">
        ${partners.map(({ name, description, website, logo }) => {
          const face = html`${square(deps, fullImageUrl(deps, logo), { alt: '', isLazy: true })}
            <h2>${name}</h2>`;
          return html`<li>
            ${isWebUrl(website) ? html`<a href="${website}" rel="noopener">${face}</a>` : face}
            ${description !== '' && html`<p class="plain soft" dir="auto">${description}</p>`}
          </li>`;
        })}
      </ul>
      ${pageFooter(deps, { copyright: deps.brand.name, links: [] })}
    </main>`,
  );
};
