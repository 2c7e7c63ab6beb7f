import * as z from 'zod/mini';
import { text } from './listing.ts';

/* To whom a spot is played, and how often (spec §5): rules that the portal checks and the engine keeps. */

/** What an advertiser sells; stations can block whole categories. */
export const adCategories = {
  automotive: 'Cars and transport',
  education: 'Education',
  entertainment: 'Entertainment and events',
  finance: 'Finance and insurance',
  food: 'Food and drinks',
  alcohol: 'Alcohol',
  gambling: 'Betting and gambling',
  health: 'Health and medicine',
  home: 'Home and garden',
  jobs: 'Jobs',
  politics: 'Politics',
  religion: 'Religion',
  retail: 'Shops',
  technology: 'Technology and telecoms',
  travel: 'Travel',
  charity: 'Charities and public service',
  other: 'Other',
} as const;
export const adCategoryIds = Object.keys(adCategories) as (keyof typeof adCategories)[];
export const AdCategory = z.enum(adCategoryIds as [keyof typeof adCategories, ...(keyof typeof adCategories)[]]);
export type AdCategory = z.infer<typeof AdCategory>;

/** Which tree of places or properties a target belongs to. */
export const targetTypes = [
  ...(['location', 'station', 'podcast', 'category', 'language'] as const),
  ...(['device', 'player', 'output', 'position'] as const),
] as const;

/**
 * One place in a tree: its segments from general to special, joined by `/`, each percent-encoded. `location`:
 * `GR/Attica/Athens`, or `GR//Athens` for the city whatever its region, in any capitals; `station`: its key; `podcast`: its key, or `{podcast}/{episode}`;
 * `category`: the ID of the station's category; `language`: that of the podcast; `device`: `mobile/iOS`; `player`: `VLC`;
 * `output`: `stream`, `hls` or `podcast`; `position`: `pre`, `mid` or `post`.
 */
export const Target = z.object({
  type: z.enum(targetTypes),
  path: text(300).check(z.minLength(1)),
});
export type Target = z.infer<typeof Target>;

/** Holds for a listener who is within any of the targets; negated, for one who is within none. */
export const Rule = z.object({
  targets: z.array(Target).check(z.minLength(1), z.maxLength(500)),
  isNegated: z._default(z.boolean(), false),
});
export type Rule = z.infer<typeof Rule>;
export const Rules = z.array(Rule).check(z.maxLength(20));

const positive = (max: number) => z.number().check(z.int(), z.gte(1), z.lte(max));
/** Everything that holds a campaign back: its pace, and how often one listener may hear it. */
export const RateLimiting = z.object({
  pacing: z._default(z.enum(['even', 'fast']), 'even'),
  perListener: z._default(
    z.array(z.object({ count: positive(1000), seconds: positive(86_400) })).check(z.maxLength(4)),
    [],
  ),
  perSession: z._default(z.nullable(positive(1000)), null),
  perDay: z._default(z.nullable(positive(1_000_000_000)), null),
  minutesBetween: z._default(z.nullable(positive(1440)), null),
});
export type RateLimiting = z.infer<typeof RateLimiting>;

/** Before the stream or episode begins, within it, or at the end of an episode. */
export const adPositions = ['pre', 'mid', 'post'] as const;
export type AdPosition = (typeof adPositions)[number];
