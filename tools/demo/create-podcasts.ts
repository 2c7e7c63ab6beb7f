import { accounts } from '#contract/api/accounts.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { dayMs } from '#contract/rules/time.ts';
import { drawCover } from './drawing.ts';
import { compose } from './music.ts';
import type { PortalClient } from './portal-client.ts';
import type { DemoEpisode, DemoShow } from './shows.ts';
import { encodeTaggedFlac } from './tagged-flac.ts';

/** A published episode of the demo; `size` is that of the delivered file. */
export type CreatedEpisode = { key: EpisodeKey; size: number; duration: number; published: number };
export type CreatedPodcast = { account: AccountKey; podcast: PodcastKey; of: DemoShow; episodes: CreatedEpisode[] };

const coverSide = 1500;

/** Creates the missing podcasts and episodes; running it again adds nothing twice. */
export const createPodcasts = async (
  call: PortalClient,
  shows: readonly DemoShow[],
  log: (line: string) => void,
): Promise<CreatedPodcast[]> => {
  const staged: CreatedPodcast[] = [];
  for (const show of shows) {
    const account = await accountOf(call, show.company);
    const podcast = await podcastOf(call, account, show);
    log(`${show.title}: ${String(show.episodes.length)} episodes`);
    staged.push({ account, podcast, of: show, episodes: await episodesOf(call, podcast, show, log) });
  }
  return staged;
};

const accountOf = async (call: PortalClient, company: string): Promise<AccountKey> => {
  const results = await call(accounts.search, { query: { search: company } });
  const match = results.entities.find((one) => one.company === company);
  if (!match) throw new Error(`Account ${company} not found.`);
  return match.key;
};

const stationOf = async (call: PortalClient, account: AccountKey, name: string | null): Promise<StationKey | null> => {
  if (name === null) return null;
  const results = await call(accounts.stations, { params: { id: account }, query: {} });
  return results.entities.find((one) => one.name === name)?.key ?? null;
};

const podcastOf = async (call: PortalClient, account: AccountKey, show: DemoShow): Promise<PodcastKey> => {
  const { entities } = await call(podcasts.list, { query: { accountKey: account, search: show.title } });
  const match = entities.find(({ title }) => title === show.title);
  if (match) return match.key;
  const { title, subtitle, description, author, email, language, categories, keywords } = show;
  const created = await call(podcasts.create, {
    query: { accountKey: account },
    body: {
      ...{ title, subtitle, description, author, language, categories, keywords },
      ...{ owner_name: author, owner_email: email, published: true, content_rights: true, locked: true },
      copyright: `© ${author}`,
      station_key: await stationOf(call, account, show.station),
    },
    file: await drawCover('logo', coverSide, show.hues),
  });
  return created.key;
};

const episodesOf = async (
  call: PortalClient,
  podcastKey: PodcastKey,
  show: DemoShow,
  log: (line: string) => void,
): Promise<CreatedEpisode[]> => {
  const params = { podcastKey };
  const existing = await call(episodes.list, { params, query: { limit: 1000 } });
  for (const [i, episode] of show.episodes.entries()) {
    const match = existing.entities.find(({ title }) => title === episode.title);
    if (match?.transcript) continue;
    // The transcript is added last: an episode without one is from an interrupted run.
    if (match) await call(episodes.remove, { params: { podcastKey, episodeKey: match.key } });
    log(`  ${show.title}: ${episode.title}`);
    await addEpisode(call, podcastKey, { show, episode, number: i + 1 });
  }
  const { entities } = await call(episodes.list, { params, query: { limit: 1000 } });
  return entities.flatMap(({ key, state, size, duration, publish_date }) =>
    state === 'published' ? [{ key, size, duration, published: Date.parse(publish_date ?? '') }] : [],
  );
};

type Numbered = { show: DemoShow; episode: DemoEpisode; number: number };

const addEpisode = async (call: PortalClient, podcastKey: PodcastKey, numbered: Numbered): Promise<void> => {
  const { show, episode, number } = numbered;
  const { title, style, seed, seconds } = episode;
  const piece = { title, artist: show.author, album: show.title, style, seed, seconds };
  const audio = await encodeTaggedFlac(compose(piece), piece);
  const file = new File([new Uint8Array(audio)], `${title}.flac`, { type: 'audio/flac' });
  const upload = await call(episodes.upload, { params: { podcastKey }, fields: { name: file.name }, file });
  const params = { podcastKey, episodeKey: upload.data.key };
  await waitUntilPrepared(call, upload.task, title);
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

const waitUntilPrepared = async (call: PortalClient, taskId: string, title: string): Promise<void> => {
  for (;;) {
    const { status, error } = await call(episodes.task, { params: { taskId } });
    if (status === 'SUCCESS') return;
    if (status === 'ERROR') throw new Error(`${title}: ${error?.message ?? 'failed'}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
};

/** The lines as WebVTT, spread evenly over the episode. */
const transcriptOf = ({ lines, seconds }: DemoEpisode): string => {
  const each = seconds / lines.length;
  const cues = lines.map((line, i) => `${stamp(i * each)} --> ${stamp((i + 1) * each - 0.5)}\n${line}`);
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
};

const stamp = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);
