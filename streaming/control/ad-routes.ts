import type { ServerResponse } from 'node:http';
import type { CueOffset } from '#contract/api/audio-ads.ts';
import { AdLeases, AdPlan, AdTickets, NewBreak, Spot, type AdState } from '#contract/engine/engine-ads.ts';
import type { Proofs } from '#streaming/ads/proofs.ts';
import type { SpotPreviews } from '#streaming/edge/spot-preview.ts';
import { ControlError } from './control-error.ts';
import { parseBody } from './read-call.ts';
import type { Route } from './routes.ts';

/** Advertising, as the control port gives access to it. */
export type AdCalls = {
  /** False for a plan that is older than the current one. */
  setPlan(plan: AdPlan): Promise<boolean>;
  lend(leases: AdLeases): Promise<void>;
  addTickets(tickets: AdTickets['tickets']): void;
  state(): AdState;
  /** Makes a break of a station now; the reason if it can't. */
  startBreak(station: string, seconds: number): object | string;
  /** How far the cues of a station are from the boundaries in its sound. */
  cueOffset(station: string): CueOffset;
  proofs: Pick<Proofs, 'list' | 'sound' | 'remove'>;
  /** A spot within the programme of a station; why there is none otherwise. */
  preview: SpotPreviews;
};

const sendSound = (response: ServerResponse, sound: Buffer): 'handled' => {
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': sound.length });
  response.end(sound);
  return 'handled';
};

/** The calls of contract/engine/engine-ads.ts. */
export const adRoutes: Route[] = [
  {
    method: 'PUT',
    path: /^\/ads$/,
    async handle({ ads }, { body }) {
      const plan = parseBody(AdPlan, body);
      if (await ads.setPlan(plan)) return undefined;
      throw new ControlError(409, `Plan ${plan.revision} is older than plan ${ads.state().revision}, which is in use.`);
    },
  },
  { method: 'GET', path: /^\/ads$/, handle: ({ ads }) => ads.state() },
  {
    method: 'PUT',
    path: /^\/ads\/leases$/,
    async handle({ ads }, { body }) {
      await ads.lend(parseBody(AdLeases, body));
      return ads.state();
    },
  },
  {
    method: 'PUT',
    path: /^\/ads\/tickets$/,
    handle({ ads }, { body }) {
      ads.addTickets(parseBody(AdTickets, body).tickets);
      return undefined;
    },
  },
  { method: 'GET', path: /^\/stations\/([\w-]+)\/cue-offset$/, handle: ({ ads }, { key }) => ads.cueOffset(key) },
  {
    method: 'POST',
    path: /^\/stations\/([\w-]+)\/break$/,
    handle({ ads, state }, { key, body }) {
      if (!state(key)) throw new ControlError(404, `The engine has no station ${key}.`);
      const started = ads.startBreak(key, parseBody(NewBreak, body).seconds);
      if (typeof started === 'string') throw new ControlError(409, started);
      return started;
    },
  },
  {
    method: 'POST',
    path: /^\/stations\/([\w-]+)\/spot-preview$/,
    async handle({ ads }, { key, body, response }) {
      const heard = await ads.preview(key, parseBody(Spot, body));
      if (typeof heard === 'string') throw new ControlError(409, heard);
      return sendSound(response, heard);
    },
  },
  { method: 'GET', path: /^\/ads\/proofs$/, handle: ({ ads }) => ({ proofs: ads.proofs.list() }) },
  {
    method: 'GET',
    path: /^\/ads\/proofs\/([\w-]+)$/,
    async handle({ ads }, { key, response }) {
      const sound = await ads.proofs.sound(key);
      if (!sound) throw new ControlError(404, `There is no recording ${key}.`);
      return sendSound(response, sound);
    },
  },
  {
    method: 'DELETE',
    path: /^\/ads\/proofs\/([\w-]+)$/,
    async handle({ ads }, { key }) {
      await ads.proofs.remove(key);
      return undefined;
    },
  },
];
