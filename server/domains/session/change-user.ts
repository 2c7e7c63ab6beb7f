import type * as z from 'zod/mini';
import { locales } from '#contract/rules/locales.ts';
import type { Preferences } from '#contract/api/preferences.ts';
import type { ChangedUser, Profile } from '#contract/api/session.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { isCountry, isCurrency } from '#server/kernel/iso-codes.ts';
import { changeRow, isUrlInUse, personRow, type ChangedRow } from './session.repo.ts';
import type { SessionDeps } from './session.service.ts';

type Changes = z.output<typeof ChangedUser>;

/**
 * Changes the given fields of the person's own profile. A new name is changed at the identity provider first, after all
 * other checks. Refuses `profile.urlInUse` (spec §5), and what the provider refuses.
 */
export const changeUser = async (deps: SessionDeps, who: Person, changes: Changes): Promise<void> => {
  checkValues(changes, deps.clock.now());
  const { contact_info, dj_info } = changes;
  const { pretty_url, ...dj } = dj_info ?? {};
  if (pretty_url && (await isUrlInUse(deps.db, who.id, pretty_url))) refuseUrl();
  await renameAtProvider(deps, who, changes.basic_info ?? {});
  const outcome = await changeRow(
    deps.db,
    who.id,
    { ...columnsOf(changes), updated: deps.clock.now() },
    { ...(contact_info && { contact_info }), ...(dj_info && { dj_info: dj }) },
  );
  deps.people.forget(who.id);
  if (outcome === 'urlInUse') refuseUrl();
};

/** Changes the name at the identity provider and here; refuses what the provider refuses. */
export const changeProfile = async (
  deps: SessionDeps,
  who: Person,
  { firstName, lastName }: z.infer<typeof Profile>,
): Promise<z.infer<typeof Profile>> => {
  const name = { first_name: firstName, last_name: lastName };
  await renameAtProvider(deps, who, name);
  await changeRow(deps.db, who.id, { ...name, updated: deps.clock.now() });
  deps.people.forget(who.id);
  return { firstName, lastName };
};

/** Changes the given display preferences of the person. */
export const changePreferences = async (
  { db }: SessionDeps,
  who: Person,
  preferences: Partial<z.infer<typeof Preferences>>,
): Promise<void> => {
  if (Object.keys(preferences).length > 0) await changeRow(db, who.id, {}, { preferences });
};

/** Checks beyond the schemas: well-formed but unknown codes, a birthday in the future. */
const checkValues = ({ localization = {}, contact_info = {}, basic_info = {} }: Changes, now: Date): void => {
  const { locale = '', currency = '' } = localization;
  const problems: [field: string, isWrong: boolean, message: string][] = [
    ['localization.locale', locale !== '' && !locales.includes(locale), 'Please choose a locale.'],
    ['localization.currency', currency !== '' && !isCurrency(currency), 'Please choose a currency.'],
    ['localization.country', isNoCountry(localization.country), 'Please choose a country.'],
    ['contact_info.country', isNoCountry(contact_info.country), 'Please choose a country.'],
    [
      'basic_info.birthday',
      (basic_info.birthday ?? '') > now.toISOString().slice(0, 10),
      'This date is in the future.',
    ],
  ];
  const found = problems.filter(([, isWrong]) => isWrong).map(([field, , message]) => [field, message]);
  if (found.length > 0) refuse('request.invalid', {}, Object.fromEntries(found) as Record<string, string>);
};

const isNoCountry = (code = ''): boolean => code !== '' && !isCountry(code);

const columnsOf = ({ basic_info, localization, dj_info }: Changes): ChangedRow => ({
  ...basic_info,
  ...(basic_info?.birthday !== undefined && { birthday: basic_info.birthday || null }),
  ...localization,
  ...(dj_info?.pretty_url !== undefined && { pretty_url: dj_info.pretty_url || null }),
});

/** Changes the name at the identity provider, which has its own copy, before it is stored here. */
const renameAtProvider = async (
  { db, accountAdmin }: SessionDeps,
  who: Person,
  names: Partial<{ first_name: string; last_name: string }>,
): Promise<void> => {
  const before = (await personRow(db, who.id)) ?? refuse('profile.updateFailed');
  const { first_name = before.first_name, last_name = before.last_name } = names;
  if (first_name === before.first_name && last_name === before.last_name) return;
  await accountAdmin.changeName(before.subject, { firstName: first_name, lastName: last_name });
};

const refuseUrl = (): never => refuse('profile.urlInUse', {}, { 'dj_info.pretty_url': 'The URL is already in use.' });
