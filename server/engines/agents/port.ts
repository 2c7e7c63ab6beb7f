import type { Device } from '#shared/agents/agent.ts';

export type { AgentEngine } from '#shared/agents/agent.ts';

/** The client that requests an episode; requests of `bot` and `watch` never count as downloads. */
export type PodcastAgent = { kind: 'app' | 'bot' | 'watch'; app: string; device: Device; os: string };

export type PodcastAgentEngine = { identify(userAgent: string): PodcastAgent };
