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

/** A listener's device, player and operating system by user agent; empty if unknown. */
export type Agent = { device: Device; player: string; os: string };

export type AgentEngine = { identify(userAgent: string): Agent };

/** The client that requests an episode; requests of `bot` and `watch` never count as downloads. */
export type PodcastAgent = { kind: 'app' | 'bot' | 'watch'; app: string; device: Device; os: string };

export type PodcastAgentEngine = { identify(userAgent: string): PodcastAgent };
