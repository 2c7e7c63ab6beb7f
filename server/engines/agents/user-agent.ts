import Bowser from 'bowser';
import { isbot } from 'isbot';
import type { Agent, AgentEngine, Device } from './port.ts';
import { radioPlayers } from './radio-players.ts';

const longest = 512;
const remembered = 5000;

/** Agents by a table of radio players, then as browsers, then as bots. Remembers the last few thousand. */
export const userAgents = (): AgentEngine => {
  const known = new Map<string, Agent>();
  return {
    identify: (userAgent) => {
      const text = userAgent.slice(0, longest);
      const before = known.get(text);
      if (before) return before;
      if (known.size >= remembered) known.clear();
      const agent = identify(text);
      known.set(text, agent);
      return agent;
    },
  };
};

const identify = (text: string): Agent => {
  if (text.trim() === '') return { device: 'other', player: '', os: '' };
  const listed = radioPlayers.find(({ match }) => match.test(text));
  const system = systemOf(text);
  if (listed) {
    const likely = system.os === '' ? listed.likely : undefined;
    return { device: listed.device ?? likely ?? system.device, player: listed.player, os: listed.os ?? system.os };
  }
  if (isCrawler(text)) return { device: 'bot', player: '', os: '' };
  if (!text.startsWith('Mozilla/')) return { device: system.device, player: '', os: system.os };
  // A browser hears a stream through a player in a page.
  const { browser } = Bowser.parse(text);
  return {
    device: system.device === 'desktop' ? 'web player' : system.device,
    player: browser.name ?? '',
    os: system.os,
  };
};

/** Names that are no browser's are mostly players' own: of them only those that say so are crawlers. */
const isCrawler = (text: string): boolean =>
  (text.startsWith('Mozilla/') || /bot|crawl|spider|monitor|https?:/i.test(text)) && isbot(text);

/** The device and system a user agent names. */
export const systemOf = (text: string): { device: Device; os: string } => {
  if (/iPhone|iPod/i.test(text)) return { device: 'phone', os: 'iOS' };
  if (/iPad/i.test(text)) return { device: 'tablet', os: 'iPadOS' };
  if (/Watch\d|watchOS/i.test(text)) return { device: 'other', os: 'watchOS' };
  if (/Android/i.test(text)) return { device: /Mobile|Dalvik/i.test(text) ? 'phone' : 'tablet', os: 'Android' };
  if (/Windows/i.test(text)) return { device: 'desktop', os: 'Windows' };
  if (/Macintosh|Mac OS X|Darwin|macOS/i.test(text)) return { device: 'desktop', os: 'macOS' };
  if (/CrOS/.test(text)) return { device: 'desktop', os: 'ChromeOS' };
  if (/Linux|X11|Ubuntu|Debian/i.test(text)) return { device: 'desktop', os: 'Linux' };
  return { device: 'other', os: '' };
};
