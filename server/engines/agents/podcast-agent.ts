import Bowser from 'bowser';
import { isbot } from 'isbot';
import list from './podcast-agents.json' with { type: 'json' };
import type { Device } from '#shared/agents/agent.ts';
import type { PodcastAgent, PodcastAgentEngine } from './port.ts';
import { systemOf } from '#shared/agents/user-agent.ts';

type Listed = { name: string; pattern: string; device?: string; os?: string };
type Pattern = { name: string; match: RegExp; device: Device | undefined; os: string | undefined };

const maxLength = 512;
const maxCached = 5000;

const compile = (entries: readonly Listed[]): Pattern[] =>
  entries.map(({ name, pattern, device, os }) => {
    return { name, match: new RegExp(pattern, 'i'), device: device as Device | undefined, os };
  });
const [bots, watches, apps, libraries] = [list.bots, list.watches, list.apps, list.libraries].map(compile) as [
  Pattern[],
  Pattern[],
  Pattern[],
  Pattern[],
];

/**
 * Identifies podcast clients by podcast-agents.json: watches first, as their user agents also match their phone's app,
 * then bots, apps, system libraries and browsers. An empty user agent is a bot. Caches a few thousand results.
 */
export const podcastAgents = (): PodcastAgentEngine => {
  const cache = new Map<string, PodcastAgent>();
  return {
    identify(userAgent) {
      const text = userAgent.slice(0, maxLength);
      const cached = cache.get(text);
      if (cached) return cached;
      if (cache.size >= maxCached) cache.clear();
      const agent = identify(text.trim());
      cache.set(text, agent);
      return agent;
    },
  };
};

const identify = (text: string): PodcastAgent => {
  if (text === '') return { kind: 'bot', app: 'No user agent', device: 'bot', os: '' };
  const system = systemOfApp(text);
  const firstMatch = (patterns: Pattern[]) => patterns.find(({ match }) => match.test(text));
  const watch = firstMatch(watches);
  if (watch) return { kind: 'watch', app: watch.name, device: 'other', os: 'watchOS' };
  const bot = firstMatch(bots);
  if (bot) return { kind: 'bot', app: bot.name, device: 'bot', os: '' };
  const app = firstMatch(apps) ?? firstMatch(libraries);
  if (app) return { kind: 'app', app: app.name, device: app.device ?? system.device, os: app.os ?? system.os };
  if (!text.startsWith('Mozilla/')) return { kind: 'app', app: nameOf(text), ...system };
  if (isbot(text)) return { kind: 'bot', app: 'Crawler', device: 'bot', os: '' };
  const { browser } = Bowser.parse(text);
  return { kind: 'app', app: browser.name ?? 'Browser', ...system };
};

/** Unlike browsers, Android apps do not say that they are mobile; some apps only name iOS. */
const systemOfApp = (text: string): { device: Device; os: string } => {
  const system = systemOf(text);
  if (system.device === 'tablet' && system.os === 'Android' && !/tablet|mozilla/i.test(text))
    return { ...system, device: 'phone' };
  return system.os === '' && /\biOS\b/.test(text) ? { device: 'phone', os: 'iOS' } : system;
};

/** The name of an unlisted app: the text before the first slash. */
const nameOf = (text: string): string => /^[\w .-]{2,40}(?=\/)/.exec(text)?.[0].trim() ?? 'Unknown';
