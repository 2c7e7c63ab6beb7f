import { limits } from '#contract/limits.ts';

/*
 * The port of the two chat-support widgets (spec §1, §9). A widget is a script of another vendor, so it runs in a frame
 * with another origin than the portal's (player/chat-frame.ts): it is told who is chatting, says how much room it needs, and
 * reaches nothing else of the page.
 */

export type WidgetName = 'primary' | 'secondary';
export type Widget = { name: WidgetName; address: string; token: string };
export type ChatPerson = { id: string; name: string; email: string; account: string | undefined };

type FromFrame = { chat: 'ready' | 'stopped' } | { chat: 'size'; width: number; height: number };

/** Where the widgets stand: 85 px above the lower edge, lifted by as much once the page is scrolled beyond 500 px. */
export const chatOffset = (scrolled: number): number =>
  scrolled > limits.chatLiftAbovePx ? 2 * limits.chatOffsetPx : limits.chatOffsetPx;

const edgePx = 20;
/** A widget that is told to stop has so long to say goodbye. */
const stopMs = 1000;

/** Starts the widgets for a person; the returned function ends them and takes their frames away. */
export const startChat = (widgets: readonly Widget[], person: ChatPerson): (() => void) => {
  const place = document.createElement('div');
  place.dataset['chatSupport'] = '';
  Object.assign(place.style, {
    position: 'fixed',
    insetInlineEnd: `${edgePx}px`,
    zIndex: '150',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-end',
    gap: '12px',
    transition: 'bottom 150ms ease',
  });
  document.body.append(place);
  const ends = widgets.map((widget) => startFrame(widget, person, place));
  const settle = (): void => void (place.style.bottom = `${chatOffset(window.scrollY)}px`);
  settle();
  window.addEventListener('scroll', settle, { passive: true });
  return () => {
    window.removeEventListener('scroll', settle);
    place.hidden = true;
    void Promise.all(ends.map((end) => end())).then(() => place.remove());
  };
};

/** The returned function resolves once the widget has stopped, or has taken too long to. */
const startFrame = (
  { name, address, token }: Widget,
  person: ChatPerson,
  place: HTMLElement,
): (() => Promise<void>) => {
  const frame = document.createElement('iframe');
  frame.title = name === 'primary' ? 'Chat with support' : 'Help';
  frame.dataset['chatWidget'] = name;
  frame.setAttribute('sandbox', rightsAt(address));
  Object.assign(frame.style, { border: '0', width: '0', height: '0', colorScheme: 'light' });
  const stopped = Promise.withResolvers<void>();
  // Its origin is nobody's where it is sandboxed on ours, so that no other address can be named.
  const tell = (message: object): void => frame.contentWindow?.postMessage(message, '*');
  const hear = ({ source, data }: MessageEvent<FromFrame>): void => {
    if (source !== frame.contentWindow || typeof data !== 'object') return;
    if (data.chat === 'ready') tell({ chat: 'start', token, person });
    if (data.chat === 'stopped') stopped.resolve();
    if (data.chat === 'size') resize(frame, data);
  };
  window.addEventListener('message', hear);
  frame.src = address;
  place.append(frame);
  return async () => {
    const timer = setTimeout(stopped.resolve, stopMs);
    tell({ chat: 'stop' });
    await stopped.promise;
    clearTimeout(timer);
    window.removeEventListener('message', hear);
  };
};

/** Only at another origin than this page's it may have one: with ours it could read what is kept here. */
const rightsAt = (address: string): string => {
  const rights = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
  return new URL(address, location.href).origin === location.origin ? rights : `${rights} allow-same-origin`;
};

/** No larger than the window leaves room for, whatever the frame says. */
const resize = (frame: HTMLIFrameElement, size: { width: number; height: number }): void => {
  const within = (value: unknown, room: number): string => {
    const wanted = Number(value);
    return `${Number.isFinite(wanted) ? Math.ceil(Math.min(Math.max(wanted, 0), room)) : 0}px`;
  };
  frame.style.width = within(size.width, window.innerWidth - 2 * edgePx);
  frame.style.height = within(size.height, window.innerHeight - limits.chatOffsetPx - edgePx);
};
