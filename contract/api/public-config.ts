import * as z from 'zod/mini';

/** Configuration that a browser needs before sign-in. */
export const PublicConfig = z.object({
  issuer: z.string(),
  client_id: z.string(),
  brand: z.string(),
  stream_url: z.string(),
  /** The audio formats, and the system's upload limits. */
  upload_max_bytes: z.number(),
  /** Where mail is saved if no SMTP server is configured; only for portal administrators. */
  version: z.string(),
  /** Who may create accounts, and the help links; set by the portal's administrators. */
  account_creation: z.enum(['everyone', 'admins']),
  support_email: z.string(),
  terms_url: z.string(),
  privacy_url: z.string(),
  /** The frames of the two support widgets (a URL or a path of the portal); '' without a widget. */
  chat_widgets: z.object({ primary: z.string(), secondary: z.string() }),
  referral_tracking: z.boolean(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
