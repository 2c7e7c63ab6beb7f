import * as z from 'zod/mini';

/** Spec §3 "Master link": where and how a station is sent to, and `relaySourceURI` where it takes its sound itself. */
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

/** The link as it stands in a station's reply: its password is given by the link's own call only. */
export const StationMasterLink = z.omit(MasterLink, { masterLinkPassword: true });
export type StationMasterLink = z.infer<typeof StationMasterLink>;
