import type { Embed, EmbedStation } from '#contract/api/embed.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import { button, byId, fill, make } from './dom.ts';
import { drawHistory } from './history.ts';
import { offerRequests } from './offer-requests.ts';
import { drawShare } from './share.ts';

export type MenuNeeds = {
  data: Embed;
  station(): EmbedStation;
  playing(): NowPlaying | undefined;
  choose(station: EmbedStation): void;
  stop(): void;
  /** Says it to those who can't see it. */
  say(text: string): void;
  /** It was opened or closed. */
  toggled(isOpen: boolean): void;
};

const sleepMinutes = [15, 30, 60];

/** Everything that has no place in the player itself: stations, history, sharing, sleep timer, other apps. */
export const createMenu = (needs: MenuNeeds) => {
  const { data } = needs;
  const { words } = data;
  const panel = byId('menu');
  const opener = byId<HTMLButtonElement>('more');
  let sleep: ReturnType<typeof setTimeout> | undefined;
  let sleepsIn = 0;

  const requestsOf = offerRequests(data);
  const part = (kind: string, title: string, ...content: Node[]): HTMLElement =>
    make('section', { id: `m-${kind}`, tabindex: '-1' }, make('h2', {}, title), ...content);
  const stations = (): HTMLElement => {
    const list = make('div', { class: 'row' });
    for (const one of data.stations)
      list.append(
        button(one.name, () => (needs.choose(one), close()), {
          'aria-pressed': String(one.key === needs.station().key),
        }),
      );
    return part('stations', words.stations, list);
  };
  const leave = (): void => {
    needs.stop();
    close();
  };
  const setSleep = (minutes: number): void => {
    clearTimeout(sleep);
    sleepsIn = minutes;
    if (minutes > 0)
      sleep = setTimeout(() => {
        sleepsIn = 0;
        needs.stop();
        if (!panel.hidden) draw();
      }, minutes * 60_000);
    draw();
    panel.querySelector<HTMLElement>('#m-sleep [aria-pressed=true]')?.focus();
  };
  const timer = (): HTMLElement => {
    const list = make('div', { class: 'row' });
    for (const minutes of [0, ...sleepMinutes])
      list.append(
        button(minutes === 0 ? words.sleepOff : fill(words.minutes, { n: minutes }), () => setSleep(minutes), {
          'aria-pressed': String(minutes === sleepsIn),
        }),
      );
    return part('sleep', words.sleep, list);
  };
  const apps = (): HTMLElement | undefined => {
    const { m3u, pls, aac, low } = needs.station();
    const links: [string, string | null][] = [['M3U', m3u], ['PLS', pls], ['AAC', aac], [words.lowData, low]]; // oxfmt-ignore
    const list = make('div', { class: 'row' });
    for (const [name, href] of links)
      if (href) list.append(make('a', { href, target: '_blank', rel: 'noopener' }, name));
    return list.childElementCount === 0 ? undefined : part('apps', words.otherApps, list);
  };
  const draw = (): void => {
    const { show } = data.settings;
    const parts: Node[] = [];
    if (show.stations && data.stations.length > 1) parts.push(stations());
    const requests = requestsOf(needs.station(), needs.playing()?.requests === true);
    if (requests) parts.push(part('request', words.request, requests));
    if (show.history) {
      const list = make('ol', { class: 'history' });
      drawHistory(list, needs);
      parts.push(part('history', words.history, list));
    }
    if (show.share) parts.push(part('share', words.share, ...drawShare({ ...needs, left: leave })));
    if (show.sleep) parts.push(timer());
    const others = data.stations.length > 0 ? apps() : undefined;
    if (others) parts.push(others);
    if (show.brand) {
      const home = make('a', { href: data.portal, target: '_blank', rel: 'noopener noreferrer' });
      home.append(fill(words.poweredBy, { brand: data.brand }));
      parts.push(make('p', { class: 'by' }, home));
    }
    panel.replaceChildren(button('×', close, { class: 'x', 'aria-label': words.close }), ...parts);
  };
  const open = (at?: string): void => {
    draw();
    panel.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    const target = at === undefined ? panel.querySelector('button') : byId(`m-${at}`);
    target?.focus();
    needs.toggled(true);
  };
  const close = (): void => {
    if (panel.hidden) return;
    panel.hidden = true;
    panel.replaceChildren();
    opener.setAttribute('aria-expanded', 'false');
    opener.focus();
    needs.toggled(false);
  };
  return {
    open,
    close,
    isOpen: (): boolean => !panel.hidden,
    /** What plays has changed. */
    update(): void {
      const shown = panel.querySelector<HTMLElement>('.history');
      if (shown && !shown.contains(document.activeElement)) drawHistory(shown, needs);
    },
  };
};

export type Menu = ReturnType<typeof createMenu>;
