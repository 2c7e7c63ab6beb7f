import { limits } from '#contract/rules/limits.ts';

/*
 * The integration of the two chat-support widgets (spec §1, §9). A widget is a third-party script, so it runs in a frame
 * of another origin (player/chat-frame.ts): it receives the user and reports its size, and has no other access to the
 * page.
 */

export type WidgetName = 'primary' | 'secondary';
export type Widget = { name: WidgetName; url: string; token: string };
export type ChatPerson = { id: string; name: string; email: string; account: string | undefined };

type FromFrame = { chat: 'ready' | 'stopped' } | { chat: 'size'; width: number; height: number };

/** The widgets' distance from the bottom edge: 85 px, doubled once the page is scrolled beyond 500 px. */
export const chatOffset = (scrolled: number): number =>
  scrolled > limits.chatLiftAbovePx ? 2 * limits.chatOffsetPx : limits.chatOffsetPx;

const edgePx = 20;
/** How long a stopping widget may take to end its connection. */
const stopMs = 1000;

/** Starts the widgets for a person; the returned function stops them and removes their frames. */
export const startChat = (widgets: readonly Widget[], person: ChatPerson): (() => void) => {
  const container = document.createElement('div');
  container.dataset['chatSupport'] = '';
  Object.assign(container.style, {
    position: 'fixed',
    insetInlineEnd: `${edgePx}px`,
    zIndex: '150',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-end',
    gap: '12px',
    transition: 'bottom 150ms ease',
  });
  document.body.append(container);
  const stopFunctions = widgets.map((widget) => startFrame(widget, person, container));
  const updateOffset = (): void => void (container.style.bottom = `${chatOffset(window.scrollY)}px`);
  updateOffset();
  window.addEventListener('scroll', updateOffset, { passive: true });
  return () => {
    window.removeEventListener('scroll', updateOffset);
    container.hidden = true;
    void Promise.all(stopFunctions.map((stop) => stop())).then(() => container.remove());
  };
};

/** The returned function resolves once the widget has stopped, or has taken too long to. */
const startFrame = (
  { name, url, token }: Widget,
  person: ChatPerson,
  container: HTMLElement,
): (() => Promise<void>) => {
  const frame = document.createElement('iframe');
  frame.title = name === 'primary' ? 'Chat with support' : 'Help';
  frame.dataset['chatWidget'] = name;
  frame.setAttribute('sandbox', sandboxFor(url));
  Object.assign(frame.style, { border: '0', width: '0', height: '0', colorScheme: 'light' });
  const stopped = Promise.withResolvers<void>();
  // A frame sandboxed on our origin has an opaque origin, so no target origin can be named.
  const post = (message: object): void => frame.contentWindow?.postMessage(message, '*');
  const onMessage = ({ source, data }: MessageEvent<FromFrame>): void => {
    if (source !== frame.contentWindow || typeof data !== 'object') return;
    if (data.chat === 'ready') post({ chat: 'start', token, person });
    if (data.chat === 'stopped') stopped.resolve();
    if (data.chat === 'size') resize(frame, data);
  };
  window.addEventListener('message', onMessage);
  frame.src = url;
  container.append(frame);
  return async () => {
    const timer = setTimeout(stopped.resolve, stopMs);
    post({ chat: 'stop' });
    await stopped.promise;
    clearTimeout(timer);
    window.removeEventListener('message', onMessage);
  };
};

/** Allows the frame its own origin only if it differs from ours; otherwise it could read this page's storage. */
const sandboxFor = (address: string): string => {
  const permissions = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
  return new URL(address, location.href).origin === location.origin ? permissions : `${permissions} allow-same-origin`;
};

/** Applies the frame's size, limited to the window. */
const resize = (frame: HTMLIFrameElement, size: { width: number; height: number }): void => {
  const clampPx = (value: unknown, limit: number): string => {
    const requested = Number(value);
    return `${Number.isFinite(requested) ? Math.ceil(Math.min(Math.max(requested, 0), limit)) : 0}px`;
  };
  frame.style.width = clampPx(size.width, window.innerWidth - 2 * edgePx);
  frame.style.height = clampPx(size.height, window.innerHeight - limits.chatOffsetPx - edgePx);
};
