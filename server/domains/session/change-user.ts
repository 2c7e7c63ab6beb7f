import type * as z from 'zod/mini';
import { locales } from '#contract/locales.ts';
import type { ChangedUser, Preferences, Profile } from '#contract/session.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { isCountry, isCurrency } from '#server/kernel/iso-codes.ts';
import { changeRow, isUrlTaken, personRow, type ChangedRow } from './session.repo.ts';
import type { SessionDeps } from './session.service.ts';

type Wanted = z.output<typeof ChangedUser>;

/**
 * Changes what is named of the person's own profile. A new name is the identity provider's too, which is asked when
 * nothing else stands against the change. Refuses `profile.urlInUse` (spec §5), and what the provider refuses.
 */
export const changeUser = async (deps: SessionDeps, who: Person, wanted: Wanted): Promise<void> => {
  checkValues(wanted, deps.clock.now());
  const { contact_info, dj_info } = wanted;
  const { pretty_url, ...dj } = dj_info ?? {};
  if (pretty_url && (await isUrlTaken(deps.db, who.id, pretty_url))) refuseUrl();
  await tellProvider(deps, who, wanted.basic_info ?? {});
  const changed = await changeRow(
    deps.db,
    who.id,
    { ...columnsOf(wanted), updated: deps.clock.now() },
    { ...(contact_info && { contact_info }), ...(dj_info && { dj_info: dj }) },
  );
  deps.people.forget(who.id);
  if (changed === 'urlInUse') refuseUrl();
};

/** Changes the name at the identity provider and here; refuses what the provider refuses. */
export const changeProfile = async (
  deps: SessionDeps,
  who: Person,
  { firstName, lastName }: z.infer<typeof Profile>,
): Promise<z.infer<typeof Profile>> => {
  const name = { first_name: firstName, last_name: lastName };
  await tellProvider(deps, who, name);
  await changeRow(deps.db, who.id, { ...name, updated: deps.clock.now() });
  deps.people.forget(who.id);
  return { firstName, lastName };
};

/** Changes how the portal looks to the person; what isn't named stays. */
export const changePreferences = async (
  { db }: SessionDeps,
  who: Person,
  preferences: Partial<z.infer<typeof Preferences>>,
): Promise<void> => {
  if (Object.keys(preferences).length > 0) await changeRow(db, who.id, {}, { preferences });
};

/** What the schemas can't tell: codes that look right and are none, a birthday that is still to come. */
const checkValues = ({ localization = {}, contact_info = {}, basic_info = {} }: Wanted, now: Date): void => {
  const { locale = '', currency = '' } = localization;
  const problems: [field: string, isWrong: boolean, message: string][] = [
    ['localization.locale', locale !== '' && !locales.includes(locale), 'Please choose one of the locales.'],
    ['localization.currency', currency !== '' && !isCurrency(currency), 'Please choose a currency.'],
    ['localization.country', isNoCountry(localization.country), 'Please choose a country.'],
    ['contact_info.country', isNoCountry(contact_info.country), 'Please choose a country.'],
    ['basic_info.birthday', (basic_info.birthday ?? '') > now.toISOString().slice(0, 10), 'This day is still to come.'],
  ];
  const found = problems.filter(([, isWrong]) => isWrong).map(([field, , message]) => [field, message]);
  if (found.length > 0) refuse('request.invalid', {}, Object.fromEntries(found) as Record<string, string>);
};

const isNoCountry = (code = ''): boolean => code !== '' && !isCountry(code);

const columnsOf = ({ basic_info, localization, dj_info }: Wanted): ChangedRow => ({
  ...basic_info,
  ...(basic_info?.birthday !== undefined && { birthday: basic_info.birthday || null }),
  ...localization,
  ...(dj_info?.pretty_url !== undefined && { pretty_url: dj_info.pretty_url || null }),
});

/** The provider knows a person by their name too: it is told before it stands here. */
const tellProvider = async (
  { db, accountAdmin }: SessionDeps,
  who: Person,
  wanted: Partial<{ first_name: string; last_name: string }>,
): Promise<void> => {
  const before = (await personRow(db, who.id)) ?? refuse('profile.updateFailed');
  const { first_name = before.first_name, last_name = before.last_name } = wanted;
  if (first_name === before.first_name && last_name === before.last_name) return;
  await accountAdmin.changeName(before.subject, { firstName: first_name, lastName: last_name });
};

const refuseUrl = (): never => refuse('profile.urlInUse', {}, { 'dj_info.pretty_url': 'The URL is already in use.' });
