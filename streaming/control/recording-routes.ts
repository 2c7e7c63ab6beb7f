import { ControlError } from './control-error.ts';
import { sendAudio, timeParam } from './log-routes.ts';
import type { Route } from './routes.ts';

/** The calls of scheduled recordings and of those of presenters, as contract/engine/engine-recordings.ts lists them. */
export const recordingRoutes: Route[] = [
  {
    method: 'GET',
    path: /^\/recordings$/,
    handle: async ({ recordings }) => ({ recordings: await recordings.list() }),
  },
  {
    method: 'GET',
    path: /^\/recordings\/([\w-]+)$/,
    handle: async ({ recordings }, { key }) => (await recordings.find(key)) ?? notFound(),
  },
  {
    method: 'GET',
    path: /^\/recordings\/([\w-]+)\/pieces\/\d+$/,
    async handle({ recordings }, { key, url, response }) {
      const start = Number(url.pathname.split('/').at(-1));
      const { sound, bytes } = (await recordings.segment(key, start)) ?? notFound();
      await sendAudio(response, sound, bytes);
      return 'handled';
    },
  },
  {
    method: 'DELETE',
    path: /^\/recordings\/([\w-]+)$/,
    async handle({ recordings }, { key }) {
      await recordings.remove(key);
      return undefined;
    },
  },
  {
    method: 'GET',
    path: /^\/stations\/([\w-]+)\/presenter-recordings$/,
    handle: async ({ presenterRecordings }, { key }) => ({ recordings: await presenterRecordings.list(key) }),
  },
  {
    method: 'GET',
    path: /^\/stations\/([\w-]+)\/presenter-recordings\/[\w-]+\/sound$/,
    async handle({ presenterRecordings }, { key, url, response }) {
      const id = url.pathname.split('/').at(-2)!;
      const [first, last] = [timeParam(url, 'first'), timeParam(url, 'last')];
      const sound = (await presenterRecordings.sound(key, id, first, last)) ?? notFound();
      await sendAudio(response, sound, last - first + 1);
      return 'handled';
    },
  },
  {
    method: 'DELETE',
    path: /^\/stations\/([\w-]+)\/presenter-recordings\/[\w-]+$/,
    async handle({ presenterRecordings }, { key, url }) {
      await presenterRecordings.remove(key, url.pathname.split('/').at(-1)!);
      return undefined;
    },
  },
];

function notFound(): never {
  throw new ControlError(404, 'Recording not found.');
}
