import type { Request as Input } from '#contract/api/request.ts';
import { defaultTheme, type SiteContent } from '#contract/api/site.ts';

/** A site of one page with a text. */
export const siteDraft = (given: Partial<SiteContent> = {}): SiteContent => ({
  title: 'Harbour Lights',
  language: 'en',
  theme: defaultTheme,
  nav: true,
  seo: { title: '', description: '', index: true },
  pages: [{ path: '', title: 'Home', blocks: [{ id: 'b1', type: 'text', title: '', html: '<p>Hello</p>' }] }],
  ads_txt: '',
  ...given,
});

const domain = { domain: 'radio.example' };

/** A valid call of every endpoint of microsites; see `fixtures`. */
export const siteFixtures = {
  'sites.save': { body: { revision: 0, slug: 'harbour-lights', draft: siteDraft() } },
  'sites.preview': { body: { draft: siteDraft(), page: '' } },
  'sites.publish': { body: { revision: 1 } },
  'sites.unpublish': { body: { revision: 1 } },
  'sites.restore': { body: { revision: 1, number: 1 } },
  'sites.addImage': { file: new Blob([Buffer.from('not really a picture')], { type: 'image/png' }) },
  'sites.addDomain': { body: domain },
  'sites.checkDomain': { params: domain },
  'sites.removeDomain': { params: domain },
} satisfies Record<string, Input>;
