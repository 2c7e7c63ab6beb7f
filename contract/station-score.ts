import * as z from 'zod/mini';

/** What makes a station complete, what each is worth, and why (spec §2 "station score checklist"); 100 in all. */
export const scoreItems = [
  { id: 'onAir', points: 15, why: 'A station that is on the air can be found and heard.' },
  { id: 'music', points: 15, why: 'Ten tracks in the playlist keep listeners when nobody is live.' },
  { id: 'encoder', points: 15, why: 'A live encoder was heard at least once.' },
  { id: 'logo', points: 10, why: 'Players and directories show the logo.' },
  { id: 'background', points: 5, why: "The station's page is shown before its background." },
  { id: 'description', points: 10, why: 'At least 60 letters tell new listeners what they will hear.' },
  {
    id: 'place',
    points: 5,
    why: 'With a country and a time zone listeners nearby find the station, and reports end at midnight.',
  },
  { id: 'website', points: 5, why: 'Directories link to the website.' },
  { id: 'social', points: 5, why: 'Listeners follow a station where they are anyway.' },
  { id: 'people', points: 10, why: 'A second person can help when the first is away.' },
  { id: 'adsTxt', points: 5, why: 'Buyers of ads trust stations that name their sellers.' },
] as const;

export type ScoreItemId = (typeof scoreItems)[number]['id'];

/** How complete a station is: the points of what is done, of all there are. */
export const StationScore = z.object({
  score: z.number(),
  max: z.number(),
  items: z.array(
    z.object({ id: z.enum(scoreItems.map(({ id }) => id)), done: z.boolean(), points: z.number(), why: z.string() }),
  ),
});
export type StationScore = z.infer<typeof StationScore>;
