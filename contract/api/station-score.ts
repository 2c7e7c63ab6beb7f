import * as z from 'zod/mini';

/**
 * The parts of a complete station, with points and reasons (spec §2 "station score checklist"); 100 points in total.
 */
export const scoreItems = [
  { id: 'onAir', points: 15, why: 'Listeners can only find a station that is on the air.' },
  { id: 'music', points: 15, why: 'Ten tracks in the playlist keep listeners when no one is live.' },
  { id: 'encoder', points: 15, why: 'Go live with an encoder at least once.' },
  { id: 'logo', points: 10, why: 'Players and directories show your logo.' },
  { id: 'background', points: 5, why: "Your station's page shows the background." },
  { id: 'description', points: 10, why: 'Describe your station to new listeners in at least 60 characters.' },
  {
    id: 'place',
    points: 5,
    why: 'The country helps listeners nearby find you; the time zone sets the days in reports.',
  },
  { id: 'website', points: 5, why: 'Directories link to your website.' },
  { id: 'social', points: 5, why: 'Let listeners follow you on social media.' },
  { id: 'people', points: 10, why: 'A second team member can help when you are away.' },
  { id: 'adsTxt', points: 5, why: 'Ad buyers trust stations that list their authorized sellers.' },
] as const;

export type ScoreItemId = (typeof scoreItems)[number]['id'];

/** How complete a station is: its points, and the maximum. */
export const StationScore = z.object({
  score: z.number(),
  max: z.number(),
  items: z.array(
    z.object({ id: z.enum(scoreItems.map(({ id }) => id)), done: z.boolean(), points: z.number(), why: z.string() }),
  ),
});
export type StationScore = z.infer<typeof StationScore>;
