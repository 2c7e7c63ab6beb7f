import type { Embed } from '#contract/api/embed.ts';
import { loadPart } from './dom.ts';
import type { Shown } from './shown.ts';

/** What a preview changes, and how that is shown then. */
type Frame = { data: Embed; shown: Shown; draw(): void };

declare global {
  // What the script for previews, a file of its own, works on.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    radioFrame?: Frame;
  }
}

/** The portal shows settings that are not saved by messages; with the first one `begun` is called, and what they need is loaded. */
export const offerPreview = (frame: Frame, begun: () => void = () => undefined): void => {
  const listen = ({
    origin,
    source,
    data: message,
  }: MessageEvent<{ player?: unknown; preview?: unknown } | null>): void => {
    if (origin !== frame.data.portal || source !== parent || typeof message !== 'object') return;
    if (message?.player !== 1 || message.preview === undefined) return;
    removeEventListener('message', listen);
    window.radioFrame = frame;
    begun();
    loadPart('player-preview.js', () => dispatchEvent(new MessageEvent('message', { data: message, origin, source })));
  };
  addEventListener('message', listen);
};
