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
