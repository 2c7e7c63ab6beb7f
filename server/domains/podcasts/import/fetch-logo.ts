import { fillText } from '#contract/rules/brand.ts';
import { errors } from '#contract/texts/errors.ts';
import { limits } from '#contract/rules/limits.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { fetchFile } from './fetch-file.ts';
import { plainWording } from './plain-wording.ts';

type Deps = Pick<Kernel, 'outbound'> & { images: ImageEngine };

const bounds = { maxBytes: 20 * 1024 ** 2, timeoutMs: 60_000, accept: 'image/jpeg, image/png, image/webp' };

/**
 * Fetches the image of a feed to `path`. Undefined if it isn't square, is smaller than 1400 pixels or can't be fetched;
 * the reason goes to `note`. Images over 3000 pixels or 1000 KB are accepted, as they are scaled down when stored.
 */
export const fetchLogo = async (
  deps: Deps,
  url: string,
  path: string,
  note: (text: string) => void,
): Promise<string | undefined> => {
  try {
    await fetchFile(deps, url, path, bounds);
    const { width, height } = await deps.images.measure(path);
    const size = `${width}×${height}`;
    if (width !== height) return leaveOut(note, `it is not square (${size})`);
    if (width < limits.podcastLogoMinPx)
      return leaveOut(note, `it is too small (${size}; at least 1400×1400 is required)`);
    // A trial decode: a broken image must not fail the whole import later.
    await deps.images.reencode(path, { width: 16, height: 16, fit: 'cover' });
    return path;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return leaveOut(note, fillText(errors[error.code][2], plainWording, error.details).replace(/\.$/, ''));
  }
};

const leaveOut = (note: (text: string) => void, why: string): undefined => {
  note(`The image was left out: ${why}.`);
};
