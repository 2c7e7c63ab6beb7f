import * as z from 'zod/mini';

/** Spec §3 "Master link": where and how an encoder sends to the station, and `relaySourceURI`, the stream it relays. */
export const MasterLink = z.object({
  encoding: z.enum(['MP3', 'AAC']),
  failover_settings: z.array(z.object({ url: z.string() })),
  linkURI: z.string(),
  masterLinkMountPoint: z.string(),
  masterLinkPassword: z.string(),
  streamId: z.number(),
  relaySourceURI: z.string(),
});
export type MasterLink = z.infer<typeof MasterLink>;

/** The link in a station's reply: only the link's own call returns its password. */
export const StationMasterLink = z.omit(MasterLink, { masterLinkPassword: true });
export type StationMasterLink = z.infer<typeof StationMasterLink>;
