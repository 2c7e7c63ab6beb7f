import { parseNetwork, writeNetwork } from '#contract/network.ts';
import { secretMask } from '#contract/portal.ts';
import type { PortalTrunk, TrunkFields } from '#contract/telephony-admin.ts';
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

/** Connects a line, named after what administrators call it. Refuses with `ctl.passwordMissing` and `ctl.encryptionNeedsTls`. */
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
  const values = { ...check(fields), secret: await sealed(deps, fields, before.secret) };
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
  return { ...fields, addresses: [...new Set(networks)], username: fields.username || null };
};

/** The password to store: a mask leaves the stored one, and a line without a user name has none. */
const sealed = async (
  { secrets }: Deps,
  { username, secret }: TrunkFields,
  before: string | null,
): Promise<string | null> => {
  if (!username) return null;
  const stored = secret === secretMask ? before : secret ? await trunkSecrets(secrets).seal(secret) : null;
  return stored ?? refuse('ctl.passwordMissing');
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
