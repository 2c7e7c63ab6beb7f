export type Device =
  | 'desktop'
  | 'phone'
  | 'tablet'
  | 'smart speaker'
  | 'tv'
  | 'car'
  | 'web player'
  | 'relay'
  | 'bot'
  | 'other';

/** Who listens, by user agent: what it is, which player, on which system; empty where it isn't said. */
export type Agent = { device: Device; player: string; os: string };

export type AgentEngine = { identify(userAgent: string): Agent };

/** Who asks for an episode: `bot` and `watch` are never counted, whatever they ask for. */
export type PodcastAgent = { kind: 'app' | 'bot' | 'watch'; app: string; device: Device; os: string };

export type PodcastAgentEngine = { identify(userAgent: string): PodcastAgent };
