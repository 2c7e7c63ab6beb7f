/*
 * Runs in the frame of a support widget. Waits for the portal's page to send the person, then runs the vendor's script
 * with its handle at `window.chatSupport.primary` or `.secondary`: the person's token, the element to render into
 * (`container`), `onStop` for cleanup steps, and `resize` for content outside the container.
 */

type Person = { id: string; name: string; email: string; account: string | undefined };
type Handle = {
  token: string;
  person: Person;
  container: HTMLElement;
  onStop: (() => void)[];
  resize(width: number, height: number): void;
};
type FromPage = { chat: 'start'; token: string; person: Person } | { chat: 'stop' };

const { name = '', script = '' } = document.documentElement.dataset;
const container = Object.assign(document.createElement('div'), { className: 'place' });
const onStop: Handle['onStop'] = [];

const post = (message: object): void => parent.postMessage(message, '*');
const resize = (width: number, height: number): void => post({ chat: 'size', width, height });

const start = (token: string, person: Person): void => {
  const handle: Handle = { token, person, container, onStop, resize };
  Object.assign(window, { chatSupport: { [name]: handle } });
  document.body.append(container);
  new ResizeObserver(() => resize(container.offsetWidth, container.offsetHeight)).observe(container);
  const element = Object.assign(document.createElement('script'), { src: script, async: true });
  element.dataset['widget'] = name;
  document.head.append(element);
};

/** A failing step must not prevent the others. */
const stop = (): void => {
  for (const step of onStop)
    try {
      step();
    } catch (error) {
      reportError(error);
    }
  post({ chat: 'stopped' });
};

addEventListener('message', ({ source, data }: MessageEvent<FromPage>) => {
  if (source !== parent) return;
  if (data.chat === 'start') start(data.token, data.person);
  if (data.chat === 'stop') stop();
});
post({ chat: 'ready' });
