import { randomFrom } from './music.ts';
import { places } from './places.ts';
import type { Staged } from './stage.ts';

/** How people listen, with their shares; players in pages, apps and devices say where they come from differently. */
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

const nowhere = { region: '', city: '', share: 1 };

/** What is always the same of listener `n` of a station: who comes back comes from the same city with the same player. */
export const listenerOf = (at: Staged, n: number) => {
  const random = randomFrom(n * 31 + at.of.audience);
  const countries = Object.entries(at.of.countries).map(([country, share]) => ({ country, share }));
  const { country } = pick(countries, random) ?? countries[0]!;
  const { region, city } = pick(places[country] ?? [], random) ?? nowhere;
  const { device, player, os, inPage, output } = pick(agents, random) ?? agents[0];
  return {
    ...{ country, region, city, device, player, os, output },
    referer: inPage ? refererOf(at, random()) : '',
    address: String((BigInt(at.of.audience) << 40n) + BigInt(n) * 2_654_435_761n),
  };
};

/** Half of those who listen in a page do so on the station's own, the others where it is listed. */
const refererOf = (at: Staged, drawn: number): string => {
  if (drawn < 0.5) return at.of.website === '' ? '' : `${at.of.website}/`;
  if (drawn < 0.68) return 'https://radio-directory.example/stations';
  if (drawn < 0.8) return 'https://search.example/';
  if (drawn < 0.88) return 'https://social.example/feed';
  return '';
};

/** One of these by its share; undefined where the shares leave something over and that was drawn. */
const pick = <T extends { share: number }>(from: readonly T[], random: () => number): T | undefined => {
  let left = random();
  return from.find((one) => (left -= one.share) <= 0);
};
