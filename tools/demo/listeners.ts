import { randomFrom } from './music.ts';
import { places } from './places.ts';
import type { Staged } from './stage.ts';

/** Players and their shares; only those in web pages send a referer. */
const agents = [
  { share: 0.24, device: 'phone', player: 'Chrome', os: 'Android', inPage: true, output: 'stream' },
  { share: 0.16, device: 'phone', player: 'Safari', os: 'iOS', inPage: true, output: 'hls' },
  { share: 0.15, device: 'web player', player: 'Chrome', os: 'Windows', inPage: true, output: 'stream' },
  { share: 0.06, device: 'web player', player: 'Firefox', os: 'Linux', inPage: true, output: 'stream' },
  { share: 0.09, device: 'phone', player: 'TuneIn', os: 'Android', inPage: false, output: 'stream' },
  { share: 0.07, device: 'desktop', player: 'VLC', os: 'Windows', inPage: false, output: 'stream' },
  { share: 0.08, device: 'smart speaker', player: 'Alexa', os: 'Android', inPage: false, output: 'stream' },
  { share: 0.06, device: 'smart speaker', player: 'Internet radio set', os: '', inPage: false, output: 'stream' },
  { share: 0.05, device: 'car', player: 'Car', os: 'Android', inPage: false, output: 'stream' },
  { share: 0.04, device: 'desktop', player: 'Icecast relay', os: 'Linux', inPage: false, output: 'relay' },
] as const;

const unknownPlace = { region: '', city: '', share: 1 };

/** The constant properties of listener `n` of a station: a returning listener has the same city and player. */
export const listenerOf = (at: Staged, n: number) => {
  const random = randomFrom(n * 31 + at.of.audience);
  const countries = Object.entries(at.of.countries).map(([country, share]) => ({ country, share }));
  const { country } = pick(countries, random) ?? countries[0]!;
  const { region, city } = pick(places[country] ?? [], random) ?? unknownPlace;
  const { device, player, os, inPage, output } = pick(agents, random) ?? agents[0];
  return {
    ...{ country, region, city, device, player, os, output },
    referer: inPage ? refererOf(at, random()) : '',
    address: String((BigInt(at.of.audience) << 40n) + BigInt(n) * 2_654_435_761n),
  };
};

/** Half of the page listeners use the station's own website, the others mostly sites that list it. */
const refererOf = (at: Staged, draw: number): string => {
  if (draw < 0.5) return at.of.website === '' ? '' : `${at.of.website}/`;
  if (draw < 0.68) return 'https://radio-directory.example/stations';
  if (draw < 0.8) return 'https://search.example/';
  if (draw < 0.88) return 'https://social.example/feed';
  return '';
};

/** One item drawn by its share; undefined if the draw falls into the rest beyond all shares. */
const pick = <T extends { share: number }>(from: readonly T[], random: () => number): T | undefined => {
  let remaining = random();
  return from.find((one) => (remaining -= one.share) <= 0);
};
