import { accounts } from '#contract/api/accounts.ts';
import { library } from '#contract/api/library.ts';
import { stations } from '#contract/api/stations.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { DemoAccount, DemoStation } from './demo-accounts.ts';
import { draw } from './drawing.ts';
import { compose, type Piece } from './music.ts';
import type { PortalClient } from './portal-client.ts';
import { encodeTaggedFlac } from './tagged-flac.ts';

/** A station of the demo that exists in the portal. */
export type CreatedStation = {
  account: AccountKey;
  station: StationKey;
  of: DemoStation;
  /** The keys of its tracks by title. */
  tracks: Map<string, string>;
};

/** Creates the missing accounts, stations and playlists; running it again adds nothing twice. */
export const createStations = async (
  call: PortalClient,
  cast: readonly DemoAccount[],
  log: (line: string) => void,
): Promise<CreatedStation[]> => {
  const staged: CreatedStation[] = [];
  for (const account of cast) {
    const key = await accountOf(call, account);
    log(account.company);
    for (const station of account.stations) {
      const at = { account: key, station: await stationOf(call, key, station), of: station };
      staged.push({ ...at, tracks: await fillPlaylist(call, at, log) });
    }
  }
  return staged;
};

const accountOf = async (call: PortalClient, account: DemoAccount): Promise<AccountKey> => {
  const results = await call(accounts.search, { query: { search: account.company } });
  const match = results.entities.find((one) => one.company === account.company);
  if (match) return match.key;
  const { company, email, city, country } = account;
  return (await call(accounts.create, { body: { company, email, city, country } })).key;
};

const stationOf = async (call: PortalClient, account: AccountKey, station: DemoStation): Promise<StationKey> => {
  const results = await call(accounts.stations, { params: { id: account }, query: {} });
  const match = results.entities.find((one) => one.name === station.name);
  if (match) return match.key;
  const body = {
    name: station.name,
    description: station.description,
    category: station.category,
    country: station.country,
    default_timezone: station.timezone,
    website: station.website,
  };
  const { key } = await call(stations.create, { params: { id: account }, body });
  await fillPage(call, key, station);
  return key;
};

/** What the station's page shows. */
const fillPage = async (call: PortalClient, key: StationKey, station: DemoStation): Promise<void> => {
  const { name, about = '', social = {}, hues } = station;
  await call(stations.setProfile, { params: { key }, body: { about, social } });
  await call(stations.setLogo, { params: { key }, file: await draw(name, [340, 340], hues) });
  await call(stations.setBackground, { params: { key }, file: await draw(name, [840, 600], hues) });
};

const fillPlaylist = async (
  call: PortalClient,
  at: Omit<CreatedStation, 'tracks'>,
  log: (line: string) => void,
): Promise<Map<string, string>> => {
  const { token } = await call(library.token, { params: { id: at.station } });
  const existing = new Set((await trackList(call, token)).map((track) => track.metadata.title));
  for (const piece of at.of.pieces.filter((one) => !existing.has(one.title))) {
    log(`  ${at.of.name}: ${piece.artist} – ${piece.title}`);
    await upload(call, token, piece);
  }
  return await addIsrcs(call, token, { tracks: await trackList(call, token), first: at.of.audience * 100 });
};

type Track = Awaited<ReturnType<typeof trackList>>[number];
const trackList = async (call: PortalClient, token: string) =>
  (await call(library.list, { query: { limit: 1000 } }, token)).tracks;

/** Gives tracks without an ISRC the ISRC and label that royalty reports need. */
const addIsrcs = async (
  call: PortalClient,
  token: string,
  { tracks, first }: { tracks: Track[]; first: number },
): Promise<Map<string, string>> => {
  for (const [n, { key, metadata }] of tracks.entries()) {
    if (metadata.isrc !== '') continue;
    const { title, artist, album } = metadata;
    const isrc = `DEZ6526${String(first + n).padStart(5, '0')}`;
    await call(
      library.update,
      { params: { key }, body: { title, artist, album, isrc, label: 'Skylight Recordings' } },
      token,
    );
  }
  return new Map(tracks.map((track) => [track.metadata.title, track.key]));
};

const upload = async (call: PortalClient, token: string, piece: Piece): Promise<void> => {
  const wav = await encodeTaggedFlac(compose(piece), piece);
  const file = new File([new Uint8Array(wav)], `${piece.artist} - ${piece.title}.flac`, { type: 'audio/flac' });
  const { task } = await call(library.upload, { query: { token }, fields: { name: file.name }, file }, token);
  for (;;) {
    const state = await call(library.task, { params: { id: task } }, token);
    if (state.status === 'SUCCESS') return;
    if (state.status === 'ERROR') throw new Error(`${file.name}: ${state.error?.message ?? 'failed'}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
};
