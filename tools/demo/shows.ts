import type { Chapter } from '#contract/api/episode.ts';
import type { Piece } from './music.ts';

/* The podcasts of the demo. */

export type DemoEpisode = {
  title: string;
  subtitle: string;
  rich_description: string;
  season: number;
  /** Publication in days from today; future episodes are scheduled, null is a draft. */
  days: number | null;
  style: Piece['style'];
  seed: number;
  seconds: number;
  chapters: Omit<Chapter, 'url'>[];
  /** The lines of the transcript. */
  lines: string[];
};

export type DemoShow = {
  /** The account it belongs to, and one of its stations. */
  company: string;
  station: string | null;
  title: string;
  subtitle: string;
  description: string;
  author: string;
  email: string;
  language: string;
  categories: string[];
  keywords: string[];
  hues: [number, number];
  /** Downloads of a new episode on its first day. */
  audience: number;
  /** ISO country → share of the downloads. */
  countries: Record<string, number>;
  episodes: DemoEpisode[];
};

const chapters = (...titles: [start: number, title: string][]): DemoEpisode['chapters'] =>
  titles.map(([start, title]) => ({ start, title }));

export const shows: DemoShow[] = [
  {
    company: 'Harbour Lights Media',
    station: 'Harbour Lights Radio',
    title: 'Low Season',
    subtitle: 'Slow music and the people who make it',
    description: 'Once a fortnight somebody who makes slow music brings three pieces and tells where they come from.',
    author: 'Mira Holm',
    email: 'hello@harbourlights.example',
    language: 'en',
    categories: ['Music'],
    keywords: ['ambient', 'slow music', 'interviews'],
    hues: [205, 255],
    audience: 160,
    countries: { DE: 0.52, AT: 0.1, CH: 0.09, NL: 0.08, US: 0.12, GB: 0.09 },
    episodes: [
      {
        title: 'The ferry that leaves at four',
        subtitle: 'Field recordings before sunrise',
        rich_description: '<p>We stand on the quay with a microphone and wait for <strong>one sound</strong>.</p>',
        season: 1,
        days: -74,
        style: 'ambient',
        seed: 211,
        seconds: 150,
        chapters: chapters([0, 'Hello'], [32, 'On the quay'], [96, 'What we brought home']),
        lines: ['Good morning from the harbour.', 'It is ten to four.', 'Listen to the ropes.', 'There it is.'],
      },
      {
        title: 'A piano in the boathouse',
        subtitle: 'With Tidewater',
        rich_description: '<p>How do you tune an instrument in a room that breathes with the tide?</p>',
        season: 1,
        days: -60,
        style: 'lounge',
        seed: 223,
        seconds: 138,
        chapters: chapters([0, 'Hello'], [40, 'Tuning by the moon'], [101, 'Lantern']),
        lines: ['Every wall here moves a little.', 'So does the pitch.', 'You learn to like it.'],
      },
      {
        title: 'Blue hour',
        subtitle: 'What changes when the light goes',
        rich_description: '<p>Three versions of one piece, played at noon, at dusk and at night.</p>',
        season: 1,
        days: -33,
        style: 'ambient',
        seed: 237,
        seconds: 162,
        chapters: chapters([0, 'Noon'], [54, 'Dusk'], [110, 'Night']),
        lines: ['This is how it sounds at noon.', 'And this is the same at dusk.', 'Now close the shutters.'],
      },
      {
        title: 'Letters from listeners',
        subtitle: 'You ask, we look for the tape',
        rich_description: '<ul><li><p>The hum behind “Salt on Glass”</p></li><li><p>Where the crane went</p></li></ul>',
        season: 2,
        days: -5,
        style: 'lounge',
        seed: 251,
        seconds: 144,
        chapters: chapters([0, 'Hello'], [28, 'The hum'], [88, 'The crane']),
        lines: ['Jonas from Graz asks about the hum.', 'It is a fridge.', 'We kept it on purpose.'],
      },
      {
        title: 'Winter programme',
        subtitle: 'What comes until March',
        rich_description: '<p>Six evenings, two boats, one stove.</p>',
        season: 2,
        days: 4,
        style: 'ambient',
        seed: 263,
        seconds: 126,
        chapters: chapters([0, 'Hello'], [45, 'The dates']),
        lines: ['Here is what we have planned.', 'Bring a blanket.'],
      },
    ],
  },
  {
    company: 'Prairie Community Broadcasting',
    station: null,
    title: 'County Line Stories',
    subtitle: 'Told where they happened',
    description: 'People of the county tell one story each, in the place where it happened.',
    author: 'Prairie Community Broadcasting',
    email: 'office@prairieradio.example',
    language: 'en-US',
    categories: ['Society & Culture'],
    keywords: ['stories', 'community', 'kansas'],
    hues: [35, 85],
    audience: 70,
    countries: { US: 0.88, CA: 0.07, MX: 0.05 },
    episodes: [
      {
        title: 'The year the river turned',
        subtitle: 'Told by Ida Lindgren, 91',
        rich_description: '<p>She was nine when the river left its bed and took the mill along.</p>',
        season: 1,
        days: -48,
        style: 'folk',
        seed: 311,
        seconds: 156,
        chapters: chapters([0, 'At the old mill'], [62, 'That night'], [120, 'What was left']),
        lines: [
          'You could hear it before you saw it.',
          'My father counted the steps.',
          'The wheel is still down there.',
        ],
      },
      {
        title: 'Two lanes and a tractor',
        subtitle: 'Told by Del Ruiz',
        rich_description: '<p>How a Sunday drive came to last eleven hours.</p>',
        season: 1,
        days: -19,
        style: 'folk',
        seed: 327,
        seconds: 132,
        chapters: chapters([0, 'Mile one'], [70, 'Mile nine']),
        lines: ['He would not pull over.', 'So I got out and walked along.'],
      },
      {
        title: 'Screen doors',
        subtitle: 'A draft for the spring',
        rich_description: '<p>Still looking for the third voice.</p>',
        season: 1,
        days: null,
        style: 'folk',
        seed: 341,
        seconds: 120,
        chapters: [],
        lines: ['Leave it open, would you?'],
      },
    ],
  },
];
