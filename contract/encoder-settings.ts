import * as z from 'zod/mini';

/** Where an encoder connects, and with what (spec §2 "encoder settings tab"). */
export const EncoderSettings = z.object({
  icecast: z.object({
    host: z.string(),
    port: z.number(),
    mount: z.string(),
    user: z.string(),
    url: z.string(),
  }),
  shoutcast: z.object({
    host: z.string(),
    /** What a Shoutcast tool is told: version 2 connects here, version 1 to this port + 1 by itself. */
    port: z.number(),
    /** For tools that take the port as it is. */
    direct_port: z.number(),
    /** For version 2; any other is taken too. */
    stream_id: z.number(),
  }),
  format: z.object({
    media_type: z.string(),
    bitrate: z.number(),
    sample_rate: z.number(),
    channels: z.number(),
  }),
});

export const EncoderPassword = z.object({
  password: z.string(),
  /** Shoutcast knows no mounts: its password names the mount too. */
  shoutcast_password: z.string(),
});
