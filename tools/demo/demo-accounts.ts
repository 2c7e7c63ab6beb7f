import type { stationCategories } from '#contract/rules/limits.ts';
import type { SocialLinks } from '#contract/api/station-profile.ts';
import type { Piece } from './music.ts';

/** A station of the demo, whose data are three accounts as found in practice. */
export type DemoStation = {
  name: string;
  description: string;
  category: (typeof stationCategories)[number]['id'];
  country: string;
  timezone: string;
  website: string;
  /** Of its page. */
  about?: string;
  social?: Partial<SocialLinks>;
  /** The colours of its pictures, degrees. */
  hues: [number, number];
  /** Typical listeners in the peak hour. */
  audience: number;
  /** ISO country → share of the audience. */
  countries: Record<string, number>;
  pieces: Piece[];
};
export type DemoAccount = { company: string; email: string; city: string; country: string; stations: DemoStation[] };

const album = (artist: string, name: string, style: Piece['style'], seed: number, titles: string[]): Piece[] =>
  titles.map((title, i) => ({
    title,
    artist,
    album: name,
    style,
    seed: seed + i,
    seconds: 52 + ((seed + i * 17) % 5) * 9,
  }));

export const demoAccounts: DemoAccount[] = [
  {
    company: 'Harbour Lights Media',
    email: 'hello@harbourlights.example',
    city: 'Hamburg',
    country: 'DE',
    stations: [
      {
        name: 'Harbour Lights Radio',
        description: 'Slow music for long evenings by the water.',
        category: 30,
        country: 'DE',
        timezone: 'Europe/Berlin',
        website: 'https://harbourlights.example',
        about:
          'Two sailors, a shed at the harbour and six hundred records: that is how we began in 1999.\nWe still choose each song by hand.',
        social: {
          facebook: 'https://facebook.com/harbourlights.example',
          instagram: 'https://instagram.com/harbourlights.example',
        },
        hues: [205, 262],
        audience: 140,
        countries: { DE: 0.62, AT: 0.12, CH: 0.09, NL: 0.07, US: 0.06, GB: 0.04 },
        pieces: [
          ...album('Tidewater', 'Low Season', 'ambient', 11, ['Ferry at Dawn', 'Salt on Glass', 'The Last Crane']),
          ...album('Mira Holm', 'Quay Songs', 'lounge', 41, ['Lantern', 'Five to Midnight', 'Blue Hour']),
        ],
      },
      {
        name: 'Harbour Lights Lounge',
        description: 'Downtempo, all day.',
        category: 30,
        country: 'DE',
        timezone: 'Europe/Berlin',
        website: '',
        hues: [28, 340],
        audience: 45,
        countries: { DE: 0.5, FR: 0.2, IT: 0.15, ES: 0.15 },
        pieces: album('Cardamom Club', 'Second Cup', 'lounge', 71, ['Terrace', 'Slow Elevator', 'Paper Umbrella']),
      },
    ],
  },
  {
    company: 'Prairie Community Broadcasting',
    email: 'office@prairieradio.example',
    city: 'Lawrence',
    country: 'US',
    stations: [
      {
        name: 'Prairie FM 90.7',
        description: 'Community radio from the middle of the map: folk, farm news and high-school sports.',
        category: 38,
        country: 'US',
        timezone: 'America/Chicago',
        website: 'https://prairieradio.example',
        about: 'Volunteers from four counties have kept us on the air since 1974.',
        hues: [44, 96],
        audience: 85,
        countries: { US: 0.9, CA: 0.06, MX: 0.04 },
        pieces: album('The Wheatfield Four', 'County Line', 'folk', 101, [
          'Gravel Road',
          'Screen Door',
          'Two Lane',
          'Barn Swallow',
        ]),
      },
    ],
  },
  {
    company: 'Nightbus Sounds',
    email: 'crew@nightbus.example',
    city: 'Mumbai',
    country: 'IN',
    stations: [
      {
        name: 'Nightbus Radio',
        description: 'House and broken beats for the way home.',
        category: 30,
        country: 'IN',
        timezone: 'Asia/Kolkata',
        website: '',
        hues: [262, 318],
        audience: 60,
        countries: { IN: 0.7, AE: 0.12, SG: 0.08, GB: 0.1 },
        pieces: album('Route 84', 'Last Stop', 'house', 131, ['Upper Deck', 'Ring Road', 'Window Seat', 'Depot']),
      },
    ],
  },
];
