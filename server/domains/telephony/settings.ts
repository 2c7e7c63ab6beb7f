import { sql } from 'kysely';
import type { TelephonySettings } from '#contract/api/telephony-admin.ts';
import type { Db, DomainEvents, Kernel, Tx } from '#server/kernel/kernel.ts';
import { telephonyChanged } from './telephony.events.ts';

/** The settings of call-to-listen. */
export const telephonySettings = async (db: Db | Tx): Promise<TelephonySettings & { revision: number }> => {
  const { host, auto_assign, limits, revision } = await db
    .selectFrom('telephony')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { host, auto_assign, limits, revision: Number(revision) };
};

export const changeTelephonySettings = async (
  { db, events }: Pick<Kernel, 'db' | 'events'>,
  { host, auto_assign, limits }: TelephonySettings,
): Promise<TelephonySettings> =>
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('telephony')
      .set({ host, auto_assign, limits: JSON.stringify(limits) })
      .execute();
    await announceTelephony(events, tx);
    return { host, auto_assign, limits };
  });

/** Has the engine get what concerns all calls again, after commit. */
export const announceTelephony = async (events: DomainEvents, tx: Tx): Promise<void> => {
  await raiseRevision(tx, 0);
  await events.emit(tx, telephonyChanged, {});
};

/** Numbers the next document for the engine, above the one that it has. */
export const raiseRevision = async (db: Db | Tx, above: number): Promise<void> => {
  await db
    .updateTable('telephony')
    .set({ revision: sql`greatest(revision, ${above}) + 1` })
    .execute();
};

/** Without any line of a carrier, numbers of the sandbox are given, which ring on this machine. */
export const isSandbox = async (db: Db | Tx): Promise<boolean> =>
  (await db.selectFrom('phone_trunks').select('id').limit(1).executeTakeFirst()) === undefined;

/** The name or address that carriers call. */
export const callsHost = ({
  host,
  sandbox,
  publicUrl,
}: {
  host: string;
  sandbox: boolean;
  publicUrl: string;
}): string => (sandbox ? 'localhost' : host || new URL(publicUrl).hostname);
