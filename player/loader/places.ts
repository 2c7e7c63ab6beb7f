import type { EmbedPlace } from '#contract/api/embed.ts';
import { style, type Frame } from './frame.ts';

const stickyHeight = '72px';
const top = '2147483000';

/** Puts a player where it stands in the page, in its size. */
export const putInline = (host: HTMLElement, { settings, height, colours }: EmbedPlace, frame: Frame): void => {
  const isFixed = settings.size === 'fixed';
  style(host, {
    // Seen until the frame is loaded, which waits until it is nearly in the window.
    ...{ background: colours[themeOf(colours)].background, 'border-radius': `${String(settings.radius)}px` },
    display: 'block',
    'max-width': '100%',
    width: isFixed && settings.width ? `${String(settings.width)}px` : '100%',
    height: isFixed && settings.height ? `${String(settings.height)}px` : `${String(height)}px`,
  });
  host.append(frame.element);
};

/** A bar at an edge of the window; the page gets room for it. While its menu is open it is higher. */
export const putSticky = (host: HTMLElement, { settings, words, colours }: EmbedPlace, frame: Frame): void => {
  const edge = settings.position === 'top' ? 'top' : 'bottom';
  const { background, text, line } = colours[themeOf(colours)];
  style(host, {
    ...{ display: 'block', position: 'fixed', 'inset-inline': '0', [edge]: '0', 'z-index': top },
    ...{ height: stickyHeight, background },
  });
  const shrink = Object.assign(document.createElement('button'), { type: 'button', textContent: '×' });
  style(shrink, {
    ...{ position: 'absolute', 'inset-inline-end': '8px', [edge === 'top' ? 'bottom' : 'top']: '-28px' },
    ...{ width: '44px', height: '28px', border: `1px solid ${line}`, cursor: 'pointer', font: '16px sans-serif' },
    ...{ 'border-radius': '8px 8px 0 0', background, color: text },
  });
  let isSmall = false;
  const show = (): void => {
    shrink.textContent = isSmall ? '▶' : '×';
    shrink.setAttribute('aria-label', isSmall ? words.play : words.close);
    style(host, { height: isSmall ? '0' : stickyHeight });
    style(frame.element, { visibility: isSmall ? 'hidden' : 'visible' });
    style(document.body, { [`padding-${edge}`]: isSmall ? '' : stickyHeight });
  };
  shrink.addEventListener('click', () => {
    isSmall = !isSmall;
    show();
  });
  frame.on('menu', (_state, { isOpen }) => {
    if (!isSmall) style(host, { height: isOpen === true ? 'min(420px, calc(100vh - 32px))' : stickyHeight });
  });
  host.append(frame.element, shrink);
  show();
};

/** A button over the page that opens the player as a card. It stays clear of chat widgets by `--radio-offset`. */
export const putFloating = (host: HTMLElement, { settings, words, colours, name }: EmbedPlace, frame: Frame): void => {
  const side = settings.position === 'start' ? 'inset-inline-start' : 'inset-inline-end';
  const { accent, onAccent } = colours[themeOf(colours)];
  const atBottom = (px: number): string =>
    `calc(${String(px)}px + env(safe-area-inset-bottom, 0px) + var(--radio-offset, 0px))`;
  const button = Object.assign(document.createElement('button'), { type: 'button' });
  style(button, {
    ...{ position: 'fixed', [side]: '20px', bottom: atBottom(20), 'z-index': top, width: '64px', height: '64px' },
    // Forced colours show the border.
    ...{ border: '2px solid transparent', 'border-radius': '50%', cursor: 'pointer', padding: '0' },
    ...{ background: accent, color: onAccent },
    'box-shadow': '0 4px 16px rgb(0 0 0 / 30%)',
  });
  button.append(icon());
  const card = style(document.createElement('div'), {
    ...{ position: 'fixed', [side]: '20px', bottom: atBottom(96), 'z-index': top },
    ...{ width: 'min(360px, calc(100vw - 40px))', height: 'min(420px, calc(100vh - 120px))' },
    'box-shadow': '0 8px 32px rgb(0 0 0 / 30%)',
    'border-radius': `${String(settings.radius)}px`,
    visibility: 'hidden',
  });
  card.append(frame.element);
  const label = words.player.replace('{name}', name);
  const toggle = (isOpen: boolean): void => {
    style(card, { visibility: isOpen ? 'visible' : 'hidden' });
    button.setAttribute('aria-expanded', String(isOpen));
    button.setAttribute('aria-label', isOpen ? `${words.close}: ${label}` : label);
    if (isOpen) frame.element.focus();
    else button.focus({ preventScroll: true });
  };
  const isOpen = (): boolean => button.getAttribute('aria-expanded') === 'true';
  button.addEventListener('click', () => toggle(!isOpen()));
  // Loaded while the page has nothing else to do, or as soon as a visitor is about to open it.
  for (const type of ['pointerenter', 'touchstart', 'focus'])
    button.addEventListener(type, frame.load, { passive: true });
  (window.requestIdleCallback ?? setTimeout)(frame.load);
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isOpen()) toggle(false);
  });
  // Keys that are pressed in the frame don't reach the page.
  frame.on('escape', () => isOpen() && toggle(false));
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-label', label);
  // It needs no room in the page, also where its code is older than its place.
  style(host, { height: 'auto' });
  host.append(button, card);
};

const icon = (): SVGElement => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  for (const [name, value] of [['viewBox', '0 0 24 24'], ['width', '32'], ['fill', 'currentColor'], ['aria-hidden', 'true']]) svg.setAttribute(name!, value!); // oxfmt-ignore
  path.setAttribute('d', 'M8 5.5v13l10.5-6.5z');
  svg.append(path);
  return svg;
};

const themeOf = ({ theme }: EmbedPlace['colours']): 'light' | 'dark' =>
  theme === 'auto' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme;
