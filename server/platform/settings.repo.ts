import type { Db } from '#server/kernel/kernel.ts';

/** `billing` is how far the payment provider's events were read. */
export type SettingName = 'general' | 'podcast_ads' | 'billing';

/** The stored setting; an empty object if unset. */
export const readSetting = async (db: Db, name: SettingName): Promise<object> => {
  const found = await db.selectFrom('portal_settings').select('value').where('name', '=', name).executeTakeFirst();
  return (found?.value ?? {}) as object;
};

/** Applies a change to the stored setting; concurrent changes are serialised. */
export const changeSetting = async (
  db: Db,
  name: SettingName,
  now: Date,
  change: (stored: object) => object,
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('portal_settings')
      .values({ name, value: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await tx
      .selectFrom('portal_settings')
      .select('value')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('portal_settings')
      .set({ value: JSON.stringify(change(value as object)), updated: now })
      .where('name', '=', name)
      .execute();
  });
};
