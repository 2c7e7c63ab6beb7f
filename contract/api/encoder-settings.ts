import * as z from 'zod/mini';

/** Connection settings for encoders (spec §2 "encoder settings tab"). */
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
    /** The port for Shoutcast tools: version 2 connects to it, version 1 adds 1 to it itself. */
    port: z.number(),
    /** For tools that use the port as it is. */
    direct_port: z.number(),
    /** For version 2; any other is accepted too. */
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
  /** Shoutcast knows no mounts: its password contains the mount. */
  shoutcast_password: z.string(),
});
