import type { OwnSongRequest, RequestableSongs } from '#contract/api/song-requests.ts';
import type { RequestWords } from '#contract/rules/player-words.ts';
import { button, make } from '../embed/dom.ts';

export type RequestPanelNeeds = {
  /** The URL of the station's public calls: `…/live/{mount}`. */
  base: string;
  words: RequestWords;
  /** Of the words, where it isn't that of the page. */
  language: string | undefined;
};

type Song = RequestableSongs['songs'][number];
const pauseMs = 300;
const lengths = { search: '100', name: '40', message: '200' };

/** The part of a page in which a listener searches a song, requests it, and sees what becomes of it. */
export const createRequestPanel = ({ base, words, language }: RequestPanelNeeds): HTMLElement => {
  const panel = make('div', { class: 'ask', ...(language === undefined ? {} : { lang: language }) });
  const texts: Record<OwnSongRequest['state'], string> = {
    waiting: words.requestWaiting,
    approved: words.requestApproved,
    playing: words.requestPlaying,
    played: words.requestPlayed,
    ...{ refused: words.requestRefused, removed: words.requestRefused, expired: words.requestRefused },
  };
  let hasMessages = true;

  const say = (status: HTMLElement, text: string): void => {
    if (status.textContent !== text) status.textContent = text;
  };
  const nameOf = ({ title, artist }: Pick<Song, 'title' | 'artist'>): HTMLElement => {
    const name = make('span', {}, make('b', { dir: 'auto' }, title));
    if (artist !== '') name.append(' ', make('span', { dir: 'auto', class: 'soft' }, artist));
    return name;
  };

  const showSearch = (): void => {
    const field = make('input', { type: 'search', maxlength: lengths.search, 'aria-label': words.requestSearch });
    field.placeholder = words.requestSearch;
    const [list, status] = [make('ul', { class: 'songs' }), make('p', { role: 'status' })];
    let asked = 0;
    const search = async (): Promise<void> => {
      const number = ++asked;
      const found = await get<RequestableSongs>(
        `${base}/songs?${String(new URLSearchParams({ search: field.value }))}`,
      );
      // A later search is under way.
      if (number !== asked) return;
      if (typeof found === 'string') return say(status, found || words.unavailable);
      hasMessages = found.messages;
      list.replaceChildren(...found.songs.map(choice));
      const isEmpty = field.value.trim().length > 1 && found.songs.length === 0;
      say(status, found.open ? (isEmpty ? words.requestNone : '') : found.reason);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => void search(), pauseMs);
    });
    panel.replaceChildren(field, list, status);
    void search();
  };

  const choice = (song: Song): HTMLElement => {
    const choose = button('', () => showForm(song), { class: 'song' });
    choose.append(nameOf(song));
    return make('li', {}, choose);
  };

  const showForm = (song: Song): void => {
    const form = make('form');
    const name = make('input', { name: 'name', maxlength: lengths.name, 'aria-label': words.requestName });
    name.placeholder = words.requestName;
    const message = make('input', { name: 'message', maxlength: lengths.message, 'aria-label': words.requestMessage });
    message.placeholder = words.requestMessage;
    const send = make('button', { type: 'submit', class: 'pill first' }, words.requestSend);
    const status = make('p', { role: 'status' });
    const back = button('‹', showSearch, { class: 'back', 'aria-label': words.requestSearch });
    form.append(make('p', { class: 'chosen' }, back, nameOf(song)), name);
    if (hasMessages) form.append(message);
    form.append(make('div', { class: 'row' }, send), status);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const body = new FormData(form);
      body.set('track', song.key);
      send.disabled = true;
      void get<OwnSongRequest>(`${base}/requests`, { method: 'POST', body }).then((sent) => {
        send.disabled = false;
        if (typeof sent === 'string') say(status, sent || words.unavailable);
        else showSent(sent);
      });
    });
    panel.replaceChildren(form);
    name.focus();
  };

  const showSent = (request: OwnSongRequest): void => {
    const status = make('p', { role: 'status', tabindex: '-1' });
    const show = ({ state }: OwnSongRequest): void => say(status, texts[state]);
    const again = button(words.requestAgain, () => (events.close(), showSearch()), { class: 'pill' });
    const events = new EventSource(`${base}/requests/${request.id}/events`);
    events.addEventListener('request', ({ data }: MessageEvent<string>) => {
      const now = JSON.parse(data) as OwnSongRequest;
      show(now);
      if (!['waiting', 'approved', 'playing'].includes(now.state)) events.close();
    });
    panel.replaceChildren(make('p', {}, nameOf(request)), status, make('div', { class: 'row' }, again));
    show(request);
    status.focus();
  };

  showSearch();
  return panel;
};

/** The reply, or the text of what went wrong, which may be empty. */
const get = async <T extends object>(url: string, init: RequestInit = {}): Promise<T | string> => {
  try {
    const reply = await fetch(url, init);
    const json = (await reply.json()) as T & { error?: { message: string } };
    return reply.ok ? json : (json.error?.message ?? '');
  } catch {
    return '';
  }
};
