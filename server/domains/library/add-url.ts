import type { StationKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, OutboundStream } from '#server/kernel/kernel.ts';
import { newKey, randomLetters } from '#server/kernel/keys.ts';
import { displayName } from '#server/platform/audio-files.ts';
import type { Uploader } from '#server/platform/uploads/resumable.ts';
import { failureOf } from '#server/kernel/outbound/fetch-failure.ts';
import { checkResponse, isPlaylistUrl, fileNameInUrl } from './media-url.ts';
import { checkCanUpload, registerUpload, type AcceptedUpload, type UploadDeps } from './upload.ts';

const probeMs = 15_000;

/**
 * Adds a static MP3 by URL (spec §2 "add media URL"): creates its track and its task, and a job downloads it. Refuses
 * at once what the response headers show: private addresses, streams, playlists, files too large or not MP3.
 */
export const addUrl = async (
  deps: Pick<UploadDeps, 'db' | 'jobs' | 'audio'> & Pick<Kernel, 'outbound'>,
  station: StationKey,
  who: Uploader,
  url: string,
): Promise<AcceptedUpload> => {
  await checkCanUpload(deps, station, who);
  const { body, ...response } = await openMedia(deps, url, { timeoutMs: probeMs, stallMs: probeMs });
  body.destroy();
  checkResponse(response);
  const key = newKey('track');
  const task = randomLetters(22);
  const file = { original: `originals/${key}.mp3`, size: 0, sha256: '', filename: displayName(fileNameInUrl(url)) };
  await registerUpload(deps, { key, station, ...file, url, task, kind: 'fetchTrack' }, who);
  return { task, status: 'PROCESSING', data: null, duplicate: false };
};

/** Opens a URL with the guarded client; a response that isn't HTTP comes from an old streaming server. */
export const openMedia = async (
  { outbound }: Pick<Kernel, 'outbound'>,
  url: string,
  bounds: { timeoutMs: number; stallMs: number },
): Promise<OutboundStream> => {
  if (isPlaylistUrl(url)) refuse('media.urlIsStream', { reason: 'it is a playlist' });
  try {
    return await outbound.open(url, { ...bounds, accept: 'audio/mpeg' });
  } catch (error) {
    if (failureOf(error) === 'notHttp')
      return refuse('media.urlIsStream', { reason: 'it comes from a streaming server' });
    throw error;
  }
};
