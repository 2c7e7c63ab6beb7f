import type { ServerResponse } from 'node:http';
import { StationDesired, SyncRequest, type OpenSession, type StationState } from '#contract/engine/engine.ts';
import type { NodeInfo } from '#contract/engine/engine-node.ts';
import type { LogCalls } from '#streaming/recorder/log-calls.ts';
import type { PresenterRecordingCalls } from '#streaming/recorder/presenter-recording-calls.ts';
import type { ScheduledRecordingCalls } from '#streaming/recorder/scheduled-recording-calls.ts';
import type { Spool } from '#streaming/spool/spool.ts';
import { airRoutes, type AirCalls } from './air-routes.ts';
import { adRoutes, type AdCalls } from './ad-routes.ts';
import { ControlError } from './control-error.ts';
import type { DesiredStations } from './desired-stations.ts';
import type { ListenerEvents } from './listener-events.ts';
import { logRoutes } from './log-routes.ts';
import { peerRoutes } from './peer-routes.ts';
import { numberParam, parseBody } from './read-call.ts';
import { recordingRoutes } from './recording-routes.ts';
import { spoolRoutes } from './spool-routes.ts';
import type { StateEvents } from './state-events.ts';
import { telephonyRoutes, type TelephonyCalls } from './telephony-routes.ts';

/** What the control port gives access to. */
export type ControlParts = {
  stations: DesiredStations;
  states(): StationState[];
  state(key: string): StationState | undefined;
  sessions(station: string | undefined, limit: number): Promise<{ sessions: OpenSession[]; total: number }>;
  events: StateEvents;
  listeners: ListenerEvents;
  spool: Spool;
  log: LogCalls;
  recordings: ScheduledRecordingCalls;
  presenterRecordings: PresenterRecordingCalls;
  ads: AdCalls;
  air: AirCalls;
  telephony: TelephonyCalls;
  metrics(): string;
  node(): NodeInfo;
};

type Call = { key: string; url: URL; body: unknown; response: ServerResponse; left: AbortSignal };
/** What to answer: JSON, text, nothing (204), or 'handled' for a response that the handler writes itself. */
type Reply = object | string | undefined;
export type Route = {
  method: string;
  path: RegExp;
  handle(parts: ControlParts, call: Call): Reply | Promise<Reply>;
};

const sessionsAtMost = 100_000;

const existing = <T>(state: T | undefined, key: string): T => {
  if (state === undefined) throw new ControlError(404, `The engine has no station ${key}.`);
  return state;
};

const versionParam = (url: URL, name: string): number => numberParam(url, name, 0, Number.MAX_SAFE_INTEGER);

/** The calls of the control port, as contract/engine/engine.ts lists them. */
export const controlRoutes: Route[] = [
  {
    method: 'PUT',
    path: /^\/stations\/([\w-]+)$/,
    async handle({ stations }, { key, body }) {
      const desired = parseBody(StationDesired, body);
      if (desired.key !== key) throw new ControlError(400, 'The key in the path and the key in the body differ.');
      await stations.put(desired);
    },
  },
  {
    method: 'DELETE',
    path: /^\/stations\/([\w-]+)$/,
    handle: ({ stations }, { key, url }) =>
      stations.remove(
        key,
        url.searchParams.has('revision')
          ? { revision: versionParam(url, 'revision'), epoch: versionParam(url, 'epoch') }
          : undefined,
      ),
  },
  {
    method: 'POST',
    path: /^\/stations\/sync$/,
    handle: ({ stations }, { body }) => stations.sync(parseBody(SyncRequest, body)),
  },
  {
    method: 'GET',
    path: /^\/stations$/,
    handle: ({ states }) => ({ stations: states() }),
  },
  {
    method: 'GET',
    path: /^\/stations\/([\w-]+)$/,
    handle: ({ state }, { key }) => existing(state(key), key),
  },
  {
    method: 'POST',
    path: /^\/stations\/([\w-]+)\/restart$/,
    handle: ({ stations, state }, { key }) => stations.restart(existing(state(key), key).key),
  },
  {
    method: 'POST',
    path: /^\/stations\/([\w-]+)\/kick$/,
    handle: ({ stations, state }, { key }) => stations.kick(existing(state(key), key).key),
  },
  {
    method: 'GET',
    path: /^\/sessions$/,
    handle({ sessions }, { url }) {
      return sessions(url.searchParams.get('station') ?? undefined, numberParam(url, 'limit', 1000, sessionsAtMost));
    },
  },
  {
    method: 'GET',
    path: /^\/sessions\/events$/,
    handle({ listeners }, { response }) {
      listeners.subscribe(response);
      return 'handled';
    },
  },
  {
    method: 'GET',
    path: /^\/events$/,
    handle({ events }, { response }) {
      events.subscribe(response);
      return 'handled';
    },
  },
  ...spoolRoutes,
  ...logRoutes,
  ...recordingRoutes,
  ...adRoutes,
  ...airRoutes,
  ...telephonyRoutes,
  ...peerRoutes,
  { method: 'GET', path: /^\/node$/, handle: ({ node }) => node() },
  { method: 'GET', path: /^\/healthz$/, handle: () => ({ ok: true }) },
  { method: 'GET', path: /^\/metrics$/, handle: ({ metrics }) => metrics() },
];
