import { icon } from './embed/dom.ts';
import type { RemoteState } from './radio/remote.ts';

/** A button that lets listeners choose another device to play on; hidden while none is there. */
export const deviceButton = (label: string, choose: () => void) => {
  const element = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'device',
    hidden: true,
  });
  element.setAttribute('aria-label', label);
  element.append(icon('M3 5h18v14h-7v-2h5V7H5v3H3zm0 8a6 6 0 0 1 6 6H7a4 4 0 0 0-4-4zm0 4a2 2 0 0 1 2 2H3z'));
  element.addEventListener('click', choose);
  return {
    element,
    show(state: RemoteState): void {
      element.hidden = state === 'absent';
      element.setAttribute('aria-pressed', String(state === 'connecting' || state === 'connected'));
    },
  };
};
