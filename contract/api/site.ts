import * as z from 'zod/mini';
import { AdsTxtProblem, AdsTxtText } from '../rules/ads-txt.ts';
import { limits } from '../rules/limits.ts';
import { Language, text } from '../rules/listing.ts';
import { SiteBlock, SiteImageName } from './site-blocks.ts';
import { SiteDomain } from './site-domain.ts';

/* The microsite of an account: pages of blocks, at an address of the portal or at a domain of its own. */

export const siteModes = ['auto', 'light', 'dark'] as const;
export const siteRadii = ['none', 'sm', 'md', 'lg'] as const;

/** The part of the URL after `/sites/`. */
export const SiteSlug = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(
      /^[a-z0-9](?:[a-z0-9-]{1,58}[a-z0-9])$/,
      'The URL should be 3 to 60 characters. Only letters, digits and dashes are allowed.',
    ),
  );

/** The path of a page below that of the site; '' for the first one. */
const PagePath = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^([a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?)?$/, 'Only letters, digits and dashes are allowed.'),
  );

export const SitePage = z.object({
  path: PagePath,
  title: text(80).check(z.minLength(1, 'This field is required')),
  blocks: z.array(SiteBlock).check(z.maxLength(limits.siteBlocks, `At most ${limits.siteBlocks} blocks.`)),
});
export type SitePage = z.infer<typeof SitePage>;

export const SiteTheme = z.object({
  /** `#rrggbb`, or '' for the brand's. What could not be read is made lighter or darker. */
  accent: z.string().check(z.toLowerCase(), z.regex(/^(#[0-9a-f]{6})?$/, 'Please enter a colour like #1a2b3c.')),
  mode: z.enum(siteModes),
  radius: z.enum(siteRadii),
  cover: z.nullable(SiteImageName),
  logo: z.nullable(SiteImageName),
});
export type SiteTheme = z.infer<typeof SiteTheme>;

const differ = <T>(values: readonly T[]): boolean => new Set(values).size === values.length;

/** Everything that is published together. */
export const SiteContent = z.object({
  title: text(100).check(z.minLength(1, 'This field is required')),
  language: Language,
  theme: SiteTheme,
  /** Whether the pages are listed at the top. */
  nav: z.boolean(),
  seo: z.object({ title: text(100), description: text(300), index: z.boolean() }),
  pages: z.array(SitePage).check(
    z.minLength(1, 'A site needs a page.'),
    z.maxLength(limits.sitePages, `At most ${limits.sitePages} pages.`),
    z.refine((pages) => pages[0]?.path === '', 'The first page has no path.'),
    z.refine((pages) => differ(pages.map(({ path }) => path)), 'Each page needs a path of its own.'),
    z.refine(
      (pages) => pages.every(({ blocks }) => differ(blocks.map(({ id }) => id))),
      'Each block of a page needs an ID of its own.',
    ),
  ),
  /** Lines that the domain's ads.txt has beside those of the stations. */
  ads_txt: AdsTxtText,
});
export type SiteContent = z.infer<typeof SiteContent>;

/** An account's microsite as the editor works on it. */
export const Site = z.object({
  /** 0 until it is saved for the first time: the draft is then a proposal, made of what the account has. */
  revision: z.number(),
  slug: z.string(),
  draft: SiteContent,
  /** What visitors see; null while it isn't public. */
  published: z.nullable(SiteContent),
  published_at: z.nullable(z.string()),
  /** Whether the draft differs from what is public. */
  changed: z.boolean(),
  /** The public address: that of its domain if it has one. */
  url: z.string(),
  domains: z.array(SiteDomain),
  /** Whether the plan includes domains of one's own. */
  may_use_domains: z.boolean(),
  /** The records to create for a domain point here. */
  cname_target: z.string(),
  updated: z.nullable(z.string()),
});
export type Site = z.infer<typeof Site>;

/** A version that was published, the latest first. */
export const SiteVersion = z.object({
  number: z.number(),
  published_at: z.string(),
  /** The name of who published it; null if unknown. */
  published_by: z.nullable(z.string()),
  title: z.string(),
  pages: z.number(),
  blocks: z.number(),
});
export type SiteVersion = z.infer<typeof SiteVersion>;

/** An uploaded image; `url` shows it. */
export const SiteImage = z.object({ name: z.string(), url: z.string(), width: z.number(), height: z.number() });
export type SiteImage = z.infer<typeof SiteImage>;

/** The ads.txt of the site's domain, united of those of the stations and of the site. */
export const SiteAdsTxt = z.object({ text: z.string(), problems: z.array(AdsTxtProblem), sellers: z.number() });
export type SiteAdsTxt = z.infer<typeof SiteAdsTxt>;

/** The revision of the site that a change is based on. */
export const SiteRevision = z.number().check(z.int(), z.gte(0));

export const defaultTheme: SiteTheme = { accent: '', mode: 'auto', radius: 'md', cover: null, logo: null };
