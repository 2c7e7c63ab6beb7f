import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { text } from './listing.ts';
import { DayPartHours } from './week.ts';

/** How long a break may be, s. */
export const breakSeconds = (max: number) => z.number().check(z.int(), z.gte(5), z.lte(max));

/** When a station makes breaks. Each kind works by itself; without spots there is no break. */
export const BreakRules = z.object({
  /** Between two tracks of the Auto DJ: at most so many an hour, each at most so long (s). */
  autodj: z.object({
    enabled: z.boolean(),
    perHour: z.number().check(z.int(), z.gte(1), z.lte(limits.adBreaksPerHour)),
    maxSeconds: breakSeconds(180),
  }),
  /** When the title that the encoder sends matches the text: until the next title, at most so long. */
  cue: z.object({ enabled: z.boolean(), title: text(100), maxSeconds: breakSeconds(300) }),
  /**
   * Whether breaks by title begin and end at the quietest place in the sound near where such titles of the encoder are learnt to
   * be off by: the sound is two seconds later for it.
   */
  alignCues: z._default(z.boolean(), false),
  /** At these minutes of each hour, whatever plays: it covers what is said. */
  clock: z.object({
    enabled: z.boolean(),
    minutes: z.array(z.number().check(z.int(), z.gte(0), z.lte(59))).check(z.maxLength(limits.adBreaksPerHour)),
    seconds: breakSeconds(180),
  }),
  /** Before a listener's stream begins. */
  preRoll: z.object({ enabled: z.boolean(), maxSeconds: breakSeconds(60) }),
  /** Whether apps that insert spots by themselves may ask for them by VAST: before a stream begins, or within it. */
  apps: z._default(z.object({ enabled: z.boolean() }), { enabled: false }),
  /** Whether spots are made as quiet as the programme, where it is MP3; they are never made louder. */
  level: z._default(z.boolean(), true),
  /** The share of current listeners who must have a spot for a break to be made, 0–1. */
  enough: z.number().check(z.gte(0), z.lte(1)),
  /** A listener who reconnects within this time gets no pre-roll, minutes. */
  againAfterMinutes: z.number().check(z.int(), z.gte(0), z.lte(1440)),
  /** Hours without breaks, in the station's time zone. */
  quiet: z.array(DayPartHours).check(z.maxLength(50)),
});
export type BreakRules = z.infer<typeof BreakRules>;

export const defaultBreakRules: BreakRules = {
  autodj: { enabled: true, perHour: 4, maxSeconds: 60 },
  cue: { enabled: false, title: '', maxSeconds: 120 },
  alignCues: false,
  clock: { enabled: false, minutes: [], seconds: 60 },
  preRoll: { enabled: true, maxSeconds: 30 },
  apps: { enabled: false },
  level: true,
  enough: 0.2,
  againAfterMinutes: 30,
  quiet: [],
};
