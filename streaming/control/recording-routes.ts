import { ControlError } from './control-error.ts';
import { sendAudio } from './log-routes.ts';
import type { Route } from './routes.ts';

/** The calls of scheduled recordings, as contract/engine-recordings.ts lists them. */
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
];

function notFound(): never {
  throw new ControlError(404, 'Recording not found.');
}
