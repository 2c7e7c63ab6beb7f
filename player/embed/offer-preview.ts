import type { Embed } from '#contract/api/embed.ts';
import { loadPart } from './dom.ts';
import type { Shown } from './face.ts';

declare global {
  // What the script for previews, a file of its own, works on.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    radioFrame?: { data: Embed; shown: Shown; draw(): void };
  }
}

/** The portal shows settings that are not saved by messages; what they need is loaded with the first one. */
export const offerPreview = (portal: string, prepare: () => void): void => {
  const listen = ({
    origin,
    source,
    data: message,
  }: MessageEvent<{ player?: unknown; preview?: unknown } | null>): void => {
    if (origin !== portal || source !== parent || typeof message !== 'object') return;
    if (message?.player !== 1 || message.preview === undefined) return;
    removeEventListener('message', listen);
    prepare();
    loadPart('player-preview.js', () => dispatchEvent(new MessageEvent('message', { data: message, origin, source })));
  };
  addEventListener('message', listen);
};
