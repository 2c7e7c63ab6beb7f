import { accounts } from '#contract/accounts.ts';
import { library } from '#contract/library.ts';
import { stations } from '#contract/stations.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { cast, type DemoAccount, type DemoStation } from './cast.ts';
import { compose, type Piece } from './music.ts';
import type { PortalClient } from './portal-client.ts';
import { tagged } from './tagged.ts';

/** A station of the demonstration as it now exists. */
export type Staged = { account: AccountKey; station: StationKey; of: DemoStation };

/** Makes the accounts, stations and playlists of the cast that are not there yet; running it again adds nothing twice. */
export const stage = async (call: PortalClient, say: (line: string) => void): Promise<Staged[]> => {
  const staged: Staged[] = [];
  for (const account of cast) {
    const key = await accountOf(call, account);
    say(account.company);
    for (const station of account.stations) {
      staged.push({ account: key, station: await stationOf(call, key, station), of: station });
      await fillPlaylist(call, staged.at(-1)!, say);
    }
  }
  return staged;
};

const accountOf = async (call: PortalClient, account: DemoAccount): Promise<AccountKey> => {
  const found = await call(accounts.search, { query: { search: account.company } });
  const same = found.entities.find((one) => one.company === account.company);
  if (same) return same.key;
  const { company, email, city, country } = account;
  return (await call(accounts.create, { body: { company, email, city, country } })).key;
};

const stationOf = async (call: PortalClient, account: AccountKey, station: DemoStation): Promise<StationKey> => {
  const found = await call(accounts.stations, { params: { id: account }, query: {} });
  const same = found.entities.find((one) => one.name === station.name);
  if (same) return same.key;
  const body = {
    name: station.name,
    description: station.description,
    category: station.category,
    country: station.country,
    default_timezone: station.timezone,
    website: station.website,
  };
  return (await call(stations.create, { params: { id: account }, body })).key;
};

const fillPlaylist = async (call: PortalClient, at: Staged, say: (line: string) => void): Promise<void> => {
  const { token } = await call(library.token, { params: { id: at.station } });
  const { tracks } = await call(library.list, { query: { limit: 1000 } }, token);
  const there = new Set(tracks.map((track) => track.metadata.title));
  for (const piece of at.of.pieces.filter((one) => !there.has(one.title))) {
    say(`  ${at.of.name}: ${piece.artist} – ${piece.title}`);
    await upload(call, token, piece);
  }
};

const upload = async (call: PortalClient, token: string, piece: Piece): Promise<void> => {
  const wav = await tagged(compose(piece), piece);
  const file = new File([new Uint8Array(wav)], `${piece.artist} - ${piece.title}.flac`, { type: 'audio/flac' });
  const { task } = await call(library.upload, { query: { token }, fields: { name: file.name }, file }, token);
  for (;;) {
    const state = await call(library.task, { params: { id: task } }, token);
    if (state.status === 'SUCCESS') return;
    if (state.status === 'ERROR') throw new Error(`${file.name}: ${state.error?.message ?? 'failed'}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
};
