import Bowser from 'bowser';
import { isbot } from 'isbot';
import type { Agent, AgentEngine, Device } from './agent.ts';
import { radioPlayers } from './radio-players.ts';

const maxLength = 512;
const maxCached = 5000;

/** Identifies agents by the table of radio players, then as crawlers or browsers. Caches a few thousand results. */
export const userAgents = (): AgentEngine => {
  const cache = new Map<string, Agent>();
  return {
    identify: (userAgent) => {
      const text = userAgent.slice(0, maxLength);
      const cached = cache.get(text);
      if (cached) return cached;
      if (cache.size >= maxCached) cache.clear();
      const agent = identify(text);
      cache.set(text, agent);
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
  // In a browser, a stream plays through a web player.
  const { browser } = Bowser.parse(text);
  return {
    device: system.device === 'desktop' ? 'web player' : system.device,
    player: browser.name ?? '',
    os: system.os,
  };
};

/** User agents that are not browsers' are mostly players: those count as crawlers only if they say so. */
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
