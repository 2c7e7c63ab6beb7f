import { accounts } from '#contract/accounts.ts';
import { episodes } from '#contract/episodes.ts';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/keys.ts';
import { podcasts } from '#contract/podcasts.ts';
import { dayMs } from '#contract/time.ts';
import { drawCover } from './drawing.ts';
import { compose } from './music.ts';
import type { PortalClient } from './portal-client.ts';
import type { DemoEpisode, DemoShow } from './shows.ts';
import { tagged } from './tagged.ts';

/** An episode of the demonstration that is out; `size` is of what is delivered. */
export type StagedEpisode = { key: EpisodeKey; size: number; duration: number; published: number };
export type StagedShow = { account: AccountKey; podcast: PodcastKey; of: DemoShow; episodes: StagedEpisode[] };

const coverSide = 1500;

/** Makes the podcasts with their episodes that are not there yet; running it again adds nothing twice. */
export const stageShows = async (
  call: PortalClient,
  shows: readonly DemoShow[],
  say: (line: string) => void,
): Promise<StagedShow[]> => {
  const staged: StagedShow[] = [];
  for (const show of shows) {
    const account = await accountOf(call, show.company);
    const podcast = await podcastOf(call, account, show);
    say(`${show.title}: ${String(show.episodes.length)} episodes`);
    staged.push({ account, podcast, of: show, episodes: await episodesOf(call, podcast, show, say) });
  }
  return staged;
};

const accountOf = async (call: PortalClient, company: string): Promise<AccountKey> => {
  const found = await call(accounts.search, { query: { search: company } });
  const same = found.entities.find((one) => one.company === company);
  if (!same) throw new Error(`${company} is not there.`);
  return same.key;
};

const stationOf = async (call: PortalClient, account: AccountKey, name: string | null): Promise<StationKey | null> => {
  if (name === null) return null;
  const found = await call(accounts.stations, { params: { id: account }, query: {} });
  return found.entities.find((one) => one.name === name)?.key ?? null;
};

const podcastOf = async (call: PortalClient, account: AccountKey, show: DemoShow): Promise<PodcastKey> => {
  const { entities } = await call(podcasts.list, { query: { accountKey: account, search: show.title } });
  const same = entities.find(({ title }) => title === show.title);
  if (same) return same.key;
  const { title, subtitle, description, author, email, language, categories, keywords } = show;
  const made = await call(podcasts.create, {
    query: { accountKey: account },
    body: {
      ...{ title, subtitle, description, author, language, categories, keywords },
      ...{ owner_name: author, owner_email: email, published: true, content_rights: true, locked: true },
      copyright: `© ${author}`,
      station_key: await stationOf(call, account, show.station),
    },
    file: await drawCover('logo', coverSide, show.hues),
  });
  return made.key;
};

const episodesOf = async (
  call: PortalClient,
  podcastKey: PodcastKey,
  show: DemoShow,
  say: (line: string) => void,
): Promise<StagedEpisode[]> => {
  const params = { podcastKey };
  const there = await call(episodes.list, { params, query: { limit: 1000 } });
  for (const [i, episode] of show.episodes.entries()) {
    const same = there.entities.find(({ title }) => title === episode.title);
    if (same?.transcript) continue;
    // The transcript comes last: what has none is of a run that was broken off.
    if (same) await call(episodes.remove, { params: { podcastKey, episodeKey: same.key } });
    say(`  ${show.title}: ${episode.title}`);
    await addEpisode(call, podcastKey, { show, episode, number: i + 1 });
  }
  const { entities } = await call(episodes.list, { params, query: { limit: 1000 } });
  return entities.flatMap(({ key, state, size, duration, publish_date }) =>
    state === 'published' ? [{ key, size, duration, published: Date.parse(publish_date ?? '') }] : [],
  );
};

type Numbered = { show: DemoShow; episode: DemoEpisode; number: number };

const addEpisode = async (call: PortalClient, podcastKey: PodcastKey, given: Numbered): Promise<void> => {
  const { show, episode, number } = given;
  const { title, style, seed, seconds } = episode;
  const piece = { title, artist: show.author, album: show.title, style, seed, seconds };
  const sound = await tagged(compose(piece), piece);
  const file = new File([new Uint8Array(sound)], `${title}.flac`, { type: 'audio/flac' });
  const taken = await call(episodes.upload, { params: { podcastKey }, fields: { name: file.name }, file });
  const params = { podcastKey, episodeKey: taken.data.key };
  await prepared(call, taken.task, title);
  const { subtitle, rich_description, season, days } = episode;
  await call(episodes.update, {
    params,
    body: {
      ...{ title, subtitle, rich_description, season, episode: number, author: show.author },
      chapters: episode.chapters.map((chapter) => ({ ...chapter, url: '' })),
      ...(days !== null && { published: true, publish_date: new Date(Date.now() + days * dayMs).toISOString() }),
    },
  });
  const transcript = new File([transcriptOf(episode)], 'transcript.vtt', { type: 'text/vtt' });
  await call(episodes.setTranscript, { params, file: transcript });
};

const prepared = async (call: PortalClient, taskId: string, title: string): Promise<void> => {
  for (;;) {
    const { status, error } = await call(episodes.task, { params: { taskId } });
    if (status === 'SUCCESS') return;
    if (status === 'ERROR') throw new Error(`${title}: ${error?.message ?? 'failed'}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
};

/** The lines spread over the episode, as WebVTT. */
const transcriptOf = ({ lines, seconds }: DemoEpisode): string => {
  const each = seconds / lines.length;
  const cues = lines.map((line, i) => `${stamp(i * each)} --> ${stamp((i + 1) * each - 0.5)}\n${line}`);
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
};

const stamp = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);
