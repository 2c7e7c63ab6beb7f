import type { StationKey } from '#contract/keys.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, OutboundStream } from '#server/kernel/kernel.ts';
import { newKey, randomLetters } from '#server/kernel/keys.ts';
import { urlTaken } from './library.events.ts';
import { checkAnswer, isPlaylistAddress, nameInAddress } from './media-address.ts';
import { shownName } from './sound-files.service.ts';
import { checkRoom, enterUpload, type Taken, type UploadDeps, type Uploader } from './upload.ts';

const lookMs = 15_000;

/**
 * Takes the address of a static MP3 (spec §2 "add media URL"): its place in the library is held and its task written
 * before this returns; a job fetches it. Refuses at once what its answer's beginning tells: addresses that aren't
 * public, streams, playlists, what is no MP3 or too large.
 */
export const takeUrl = async (
  deps: Pick<UploadDeps, 'db' | 'events' | 'audio'> & Pick<Kernel, 'outbound'>,
  station: StationKey,
  who: Uploader,
  url: string,
): Promise<Taken> => {
  await checkRoom(deps, station, who);
  const { body, ...answer } = await openMedia(deps, url, { timeoutMs: lookMs, stallMs: lookMs });
  body.destroy();
  checkAnswer(answer);
  const key = newKey('track');
  const task = randomLetters(22);
  const place = { original: `originals/${key}.mp3`, size: 0, sha256: '', filename: shownName(nameInAddress(url)) };
  await enterUpload(deps, { key, station, ...place, url, task, topic: urlTaken }, who);
  return { task, status: 'PROCESSING', data: null, duplicate: false };
};

/** Opens an address by the guarded client; an answer that is no HTTP is that of an old streaming server. */
export const openMedia = async (
  { outbound }: Pick<Kernel, 'outbound'>,
  url: string,
  bounds: { timeoutMs: number; stallMs: number },
): Promise<OutboundStream> => {
  if (isPlaylistAddress(url)) refuse('media.urlIsStream', { reason: 'it is a playlist' });
  try {
    return await outbound.open(url, { ...bounds, accept: 'audio/mpeg' });
  } catch (error) {
    if (error instanceof Refusal && String(error.details['reason']) === 'its response is not HTTP')
      return refuse('media.urlIsStream', { reason: 'its server is a streaming server' });
    throw error;
  }
};
