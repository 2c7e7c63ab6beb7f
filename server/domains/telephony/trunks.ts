import { parseNetwork, writeNetwork } from '#contract/rules/network.ts';
import { secretMask } from '#contract/api/portal.ts';
import type { PortalTrunk, TrunkFields } from '#contract/api/telephony-admin.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { secretBox } from '#server/kernel/secret-box.ts';
import { announceTelephony } from './settings.ts';
import { allTrunks, deleteTrunk, findTrunk, insertTrunk, updateTrunk, type TrunkRow } from './trunks.repo.ts';

type Deps = Pick<Kernel, 'db' | 'events' | 'secrets'>;

/** Encrypts the passwords of lines. */
export const trunkSecrets = (secrets: Kernel['secrets']) => secretBox(secrets, 'telephony.trunks');

/** The lines of carriers, with masked passwords. */
export const listTrunks = async ({ db }: Pick<Deps, 'db'>): Promise<PortalTrunk[]> =>
  (await allTrunks(db)).map(present);

/** Connects a line, named after what administrators call it. Refuses with `ctl.passwordMissing`, `ctl.tokenMissing` and `ctl.encryptionNeedsTls`. */
export const addTrunk = async (deps: Deps, fields: TrunkFields): Promise<PortalTrunk> => {
  const values = { ...check(fields), secret: await sealed(deps, fields, null) };
  return await deps.db.transaction().execute(async (tx) => {
    const base = slugOf(fields.name);
    let id = base;
    for (let n = 2; !(await insertTrunk(tx, { ...values, id })); n++) id = `${base}-${String(n)}`;
    await announceTelephony(deps.events, tx);
    return present((await findTrunk(tx, id)) ?? refuse('ctl.trunkNotFound'));
  });
};

/** Changes a line; refuses like `addTrunk`, and with `ctl.trunkNotFound`. */
export const changeTrunk = async (deps: Deps, id: string, fields: TrunkFields): Promise<PortalTrunk> => {
  const before = (await findTrunk(deps.db, id)) ?? refuse('ctl.trunkNotFound');
  const values = { ...check(fields), secret: await sealed(deps, fields, before) };
  return await deps.db.transaction().execute(async (tx) => {
    await updateTrunk(tx, id, values);
    await announceTelephony(deps.events, tx);
    return present((await findTrunk(tx, id)) ?? refuse('ctl.trunkNotFound'));
  });
};

/** Removes a line; its numbers stay in the pool. Refuses with `ctl.trunkNotFound`. */
export const removeTrunk = async ({ db, events }: Deps, id: string): Promise<undefined> => {
  await db.transaction().execute(async (tx) => {
    if (!(await deleteTrunk(tx, id))) refuse('ctl.trunkNotFound');
    await announceTelephony(events, tx);
  });
};

const check = ({ secret: _secret, ...fields }: TrunkFields): Omit<TrunkFields, 'secret'> => {
  if (fields.srtp === 'required' && fields.transport !== 'tls') refuse('ctl.encryptionNeedsTls');
  const networks = fields.addresses.map((written) => {
    const network = parseNetwork(written);
    return network ? writeNetwork(network) : written;
  });
  const common = { ...fields, username: fields.username || null };
  if (fields.kind === 'sip')
    return { ...common, addresses: [...new Set(networks)], public_key: null, public_url: null };
  const key = fields.kind === 'telnyx' ? { username: null } : { public_key: null };
  return { ...common, ...key, addresses: [], transport: 'tls', srtp: 'off', number_from: 'uri', media: 'same' };
};

/** The password or token to store: a mask leaves the stored one, and a line by SIP without a user name has none. */
const sealed = async (
  { secrets }: Deps,
  { kind, username, secret }: TrunkFields,
  before: Pick<TrunkRow, 'kind' | 'secret'> | null,
): Promise<string | null> => {
  if (kind === 'sip' && !username) return null;
  // A password is sent to no other carrier than the one that it was given for.
  const kept = before?.kind === kind ? before.secret : null;
  const stored = secret === secretMask ? kept : secret ? await trunkSecrets(secrets).seal(secret) : null;
  return stored ?? refuse(kind === 'sip' ? 'ctl.passwordMissing' : 'ctl.tokenMissing');
};

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30) || 'line';

const present = ({ created: _created, secret, ...row }: TrunkRow): PortalTrunk => ({
  ...row,
  secret: secret === null ? null : secretMask,
});
