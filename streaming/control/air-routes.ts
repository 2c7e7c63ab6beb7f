import {
  airRefusals,
  KickEncoder,
  QueueTrack,
  SkipTrack,
  StopAfter,
  type AirRefusal,
} from '#contract/engine/engine-air.ts';
import type { StationKey } from '#streaming/base/station-state.ts';
import type { StationCommands } from '#streaming/station/commands.ts';
import { ControlError } from './control-error.ts';
import { parseBody } from './read-call.ts';
import type { ControlParts, Route } from './routes.ts';

/** What people do on the air of a station; undefined for an unknown one. */
export type AirCalls = (key: StationKey) => StationCommands | undefined;

/** Carries out a command: replies when it is on disk, with the state that it led to. */
const run = async (
  parts: ControlParts,
  key: string,
  act: (commands: StationCommands) => AirRefusal | undefined,
): Promise<object> => {
  const commands = parts.air(key as StationKey);
  if (!commands) throw new ControlError(404, `The engine has no station ${key}.`);
  const refusal = act(commands);
  if (refusal) throw new ControlError(409, airRefusals[refusal]);
  await commands.saved();
  return parts.state(key)!;
};

/** The calls of contract/engine/engine-air.ts. */
export const airRoutes: Route[] = [
  {
    method: 'POST',
    path: /^\/stations\/([\w-]+)\/skip$/,
    handle: (parts, { key, body }) => run(parts, key, ({ skip }) => skip(parseBody(SkipTrack, body))),
  },
  {
    method: 'POST',
    path: /^\/stations\/([\w-]+)\/queue$/,
    handle: (parts, { key, body }) => run(parts, key, ({ queue }) => queue(parseBody(QueueTrack, body))),
  },
  {
    method: 'DELETE',
    path: /^\/stations\/([\w-]+)\/queue\/[\w-]+$/,
    handle: (parts, { key, url }) => run(parts, key, ({ unqueue }) => unqueue(url.pathname.split('/').at(-1)!)),
  },
  {
    method: 'PUT',
    path: /^\/stations\/([\w-]+)\/stop$/,
    handle: (parts, { key, body }) => run(parts, key, ({ stopAfter }) => stopAfter(parseBody(StopAfter, body))),
  },
  {
    method: 'DELETE',
    path: /^\/stations\/([\w-]+)\/stop$/,
    handle: (parts, { key }) => run(parts, key, ({ resume }) => resume()),
  },
  {
    method: 'POST',
    path: /^\/stations\/([\w-]+)\/bar$/,
    handle: (parts, { key, body }) => run(parts, key, ({ bar }) => bar(parseBody(KickEncoder, body))),
  },
  {
    method: 'DELETE',
    path: /^\/stations\/([\w-]+)\/bar$/,
    handle: (parts, { key }) => run(parts, key, ({ unbar }) => unbar()),
  },
  {
    method: 'DELETE',
    path: /^\/stations\/([\w-]+)\/bar\/[\w-]+$/,
    handle: (parts, { key, url }) => run(parts, key, ({ unbar }) => unbar(url.pathname.split('/').at(-1)!)),
  },
];
