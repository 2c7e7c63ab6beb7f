import * as z from 'zod/mini';
import { StationKey } from '../rules/keys.ts';

/**
 * Spec §3 "Person listing". `roles` as shown: `owner`, `admin`, `staff`, and `invited {role}` for an open invitation. A
 * person who is only invited has no `id`.
 */
export const ListedPerson = z.object({
  id: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  fullName: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  basic_info: z.object({ first_name: z.string(), last_name: z.string() }),
  dj_info: z.object({ image_url: z.nullable(z.string()) }),
  rights: z.object({ owner: z.boolean(), admin: z.boolean(), staff: z.boolean() }),
  since: z.nullable(z.string()),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

/** A role that a person holds, or is invited to. */
const HeldRole = z.object({ role: z.enum(['owner', 'admin', 'staff']), invited: z.boolean() });
/** Someone who works in an account: in all of it, or in some of its stations. A person who is only invited has no `id`. */
export const AccountWorker = z.object({
  id: z.nullable(z.string()),
  fullName: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  /** Their role in the account, whose owners and admins work in every station. */
  account: z.nullable(HeldRole),
  stations: z.array(z.extend(HeldRole, { key: StationKey, name: z.string() })),
});
export type AccountWorker = z.infer<typeof AccountWorker>;
