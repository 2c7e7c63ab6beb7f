import { limits } from '#contract/limits.ts';

/*
 * The port of the two chat-support widgets (spec §1, §9). A widget is a script of another vendor. Before it is loaded it
 * finds what it needs at `window.chatSupport.primary` or `.secondary`: the person's token, where it stands (`container`,
 * kept at the offset), and `onStop`, where it leaves what to do when it must go.
 */

export type WidgetName = 'primary' | 'secondary';
export type Widget = { name: WidgetName; script: string; token: string };
export type ChatPerson = { id: string; name: string; email: string; account: string | undefined };

type Handle = {
  token: string;
  person: ChatPerson;
  container: HTMLElement;
  /** px from the lower edge of the window, now. */
  offset: number;
  onStop: (() => void)[];
};
declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can add to the window's
  interface Window {
    chatSupport?: Partial<Record<WidgetName, Handle>>;
  }
}

/** Where the widgets stand: 85 px above the lower edge, lifted by as much once the page is scrolled beyond 500 px. */
export const chatOffset = (scrolled: number): number =>
  scrolled > limits.chatLiftAbovePx ? 2 * limits.chatOffsetPx : limits.chatOffsetPx;

/** Starts the widgets for a person; the returned function takes them away with everything they put into their places. */
export const startChat = (widgets: readonly Widget[], person: ChatPerson): (() => void) => {
  const place = document.createElement('div');
  place.dataset['chatSupport'] = '';
  Object.assign(place.style, {
    position: 'fixed',
    insetInlineEnd: '20px',
    zIndex: '150',
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    transition: 'bottom 150ms ease',
  });
  document.body.append(place);
  const handles = (window.chatSupport = {} as NonNullable<typeof window.chatSupport>);
  const scripts = widgets.map(({ name, script, token }) => {
    const container = document.createElement('div');
    container.dataset['chatWidget'] = name;
    place.append(container);
    handles[name] = { token, person, container, offset: chatOffset(window.scrollY), onStop: [] };
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    element.dataset['widget'] = name;
    document.head.append(element);
    return element;
  });
  const settle = (): void => {
    const offset = chatOffset(window.scrollY);
    place.style.bottom = `${offset}px`;
    for (const handle of Object.values(handles)) handle.offset = offset;
  };
  settle();
  window.addEventListener('scroll', settle, { passive: true });
  return () => {
    window.removeEventListener('scroll', settle);
    for (const handle of Object.values(handles)) for (const stop of handle.onStop) tryTo(stop);
    for (const script of scripts) script.remove();
    place.remove();
    delete window.chatSupport;
  };
};

/** A widget that cannot stop must not keep the other from stopping. */
const tryTo = (stop: () => void): void => {
  try {
    stop();
  } catch {
    // Its place is removed all the same.
  }
};
