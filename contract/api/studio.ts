import * as z from 'zod/mini';
import { endpoint } from './http.ts';

/* The browser studio of a station: a page that mixes microphone and files, and goes live with them. */

/** How long a page may connect with one token, seconds; a broadcast itself isn't limited by it. */
export const studioTokenSeconds = 600;

/** What a page needs to connect. */
const StudioAdmission = z.object({
  /** Of the engine’s WebSocket (contract/engine/studio-wire.ts). */
  url: z.string(),
  token: z.string(),
  expires: z.string(),
  /** Who will be on the air: the presenter of the station who this person is; null as the station itself. */
  presenter: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type StudioAdmission = z.infer<typeof StudioAdmission>;

export const studio = {
  connect: endpoint('POST stations/{key}/studio', {
    access: 'station.goLive',
    summary: 'A token with which this person’s browser may go live for ten minutes, and where it connects',
    returns: StudioAdmission,
    rateLimit: { max: 60, seconds: 600 },
    spec: 'own',
    changes: { none: 'The studio shows the reply.' },
  }),
};
