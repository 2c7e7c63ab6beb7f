import Bowser from 'bowser';
import { isbot } from 'isbot';
import list from './podcast-agents.json' with { type: 'json' };
import type { Device, PodcastAgent, PodcastAgentEngine } from './port.ts';
import { systemOf } from './user-agent.ts';

type Listed = { name: string; pattern: string; device?: string; os?: string };
type Pattern = { name: string; match: RegExp; device: Device | undefined; os: string | undefined };

const longest = 512;
const remembered = 5000;

const compiled = (entries: readonly Listed[]): Pattern[] =>
  entries.map(({ name, pattern, device, os }) => {
    return { name, match: new RegExp(pattern, 'i'), device: device as Device | undefined, os };
  });
const [bots, watches, apps, libraries] = [list.bots, list.watches, list.apps, list.libraries].map(compiled) as [
  Pattern[],
  Pattern[],
  Pattern[],
  Pattern[],
];

/**
 * Who asks for episodes, by podcast-agents.json: watches first, as they say of themselves what their phone says too,
 * then bots, apps, libraries of systems and browsers. Nobody at all is a bot. Remembers the last few thousand.
 */
export const podcastAgents = (): PodcastAgentEngine => {
  const known = new Map<string, PodcastAgent>();
  return {
    identify(userAgent) {
      const text = userAgent.slice(0, longest);
      const before = known.get(text);
      if (before) return before;
      if (known.size >= remembered) known.clear();
      const agent = identify(text.trim());
      known.set(text, agent);
      return agent;
    },
  };
};

const identify = (text: string): PodcastAgent => {
  if (text === '') return { kind: 'bot', app: 'No user agent', device: 'bot', os: '' };
  const system = systemOfApp(text);
  const found = (patterns: Pattern[]) => patterns.find(({ match }) => match.test(text));
  const watch = found(watches);
  if (watch) return { kind: 'watch', app: watch.name, device: 'other', os: 'watchOS' };
  const bot = found(bots);
  if (bot) return { kind: 'bot', app: bot.name, device: 'bot', os: '' };
  const app = found(apps) ?? found(libraries);
  if (app) return { kind: 'app', app: app.name, device: app.device ?? system.device, os: app.os ?? system.os };
  if (!text.startsWith('Mozilla/')) return { kind: 'app', app: nameOf(text), ...system };
  if (isbot(text)) return { kind: 'bot', app: 'Crawler', device: 'bot', os: '' };
  const { browser } = Bowser.parse(text);
  return { kind: 'app', app: browser.name ?? 'Browser', ...system };
};

/** Apps on Android say nothing of being mobile, as browsers do; others only name iOS. */
const systemOfApp = (text: string): { device: Device; os: string } => {
  const system = systemOf(text);
  if (system.device === 'tablet' && system.os === 'Android' && !/tablet|mozilla/i.test(text))
    return { ...system, device: 'phone' };
  return system.os === '' && /\biOS\b/.test(text) ? { device: 'phone', os: 'iOS' } : system;
};

/** An app that nobody listed says its name before the first slash. */
const nameOf = (text: string): string => /^[\w .-]{2,40}(?=\/)/.exec(text)?.[0].trim() ?? 'Unknown';
