import { sql } from 'kysely';
import type { CostLimit } from '#contract/engine/engine-calls.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { notifyAndEmail, oneLine, portalAdministrators } from '#server/domains/portal/personal-emails.service.ts';
import { displayNumber } from '#server/platform/phone-number.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { lineEmail } from './telephony.events.ts';

export type NotifyDeps = Pick<Kernel, 'events' | 'clock' | 'config'>;
type About = { key: StationKey; name: string; account_key: AccountKey };

/** Asks the administrators of the portal to decide about a request for a phone number. */
export const askPortal = async (
  tx: Tx,
  deps: NotifyDeps,
  station: About,
  { country, note }: { country: string; note: string },
): Promise<void> =>
  await notify(tx, deps, {
    to: await portalAdministrators(tx),
    link: `${deps.config.publicUrl}/portal/ctl/requests`,
    title: `${oneLine(station.name)} asks for a phone number`,
    paragraphs: [country === '' ? 'A number of any country.' : `A number of this country: ${country}.`, note],
    level: 'info',
    label: 'Open the requests',
  });

/** Tells the administrators of the portal that calls are refused at a limit. */
export const warnPortal = async (tx: Tx, deps: NotifyDeps, reason: CostLimit, subject: string): Promise<void> => {
  const limit = limitTexts[reason](reason === 'number-limit' ? displayNumber(subject) : oneLine(subject));
  await notify(tx, deps, {
    ...{ to: await portalAdministrators(tx), link: `${deps.config.publicUrl}/portal/ctl/lines`, level: 'warning' },
    title: limit.title,
    paragraphs: [
      limit.text,
      'If these are callers and not an attack, raise the limit. You get this e-mail once a day.',
    ],
    label: 'Open the limits',
  });
};

const limitTexts: Record<CostLimit, (subject: string) => { title: string; text: string }> = {
  'number-limit': (number) => ({
    title: `${number} has used its minutes of today`,
    text: `Calls to ${number} are refused until midnight (UTC), as it has used all minutes that a number may use in a day.`,
  }),
  rate: (line) => ({
    title: `Too many calls a second on the line ${line}`,
    text: `Some calls on the line ${line} were refused, as more came in a second than the limit allows.`,
  }),
  full: () => ({
    title: 'Calls are refused, as there are too many at once',
    text: 'The server answers as many calls as it can (CALLS_MAX, RTP_PORTS), or too many on a line were never acknowledged.',
  }),
};

/** Notifies a station's owners, and who asked, what became of their request or of their numbers. */
export const notifyStation = async (
  tx: Tx,
  deps: NotifyDeps,
  station: About,
  what: News & { by?: string },
): Promise<void> => {
  const people = await ownersAnd(tx, station, what.by ?? '');
  await notify(tx, deps, {
    to: people,
    link: `${deps.config.publicUrl}/accounts/${station.account_key}/stations/${station.key}/ctl`,
    ...texts(what, oneLine(station.name)),
    label: 'Open Call-To-Listen',
  });
};

type News =
  | { kind: 'given'; numbers: readonly string[] }
  | { kind: 'refused'; reason: string }
  | { kind: 'ending'; day: string; numbers: readonly string[] }
  | { kind: 'ended'; numbers: readonly string[] };

const texts = (what: News, name: string): Pick<Message, 'title' | 'paragraphs' | 'level'> => {
  const listed = 'numbers' in what ? what.numbers.map(displayNumber).join(', ') : '';
  if (what.kind === 'given')
    return {
      title: `${name} has a phone number`,
      paragraphs: [`Listeners can call ${listed} and hear the station.`],
      level: 'success',
    };
  if (what.kind === 'refused')
    return { title: `No phone number for ${name}`, paragraphs: [what.reason], level: 'warning' };
  if (what.kind === 'ending')
    return {
      title: `${name} loses its phone number on ${what.day}`,
      paragraphs: [
        `Its plan no longer includes Call-To-Listen. Until ${what.day} ${listed} still works; with a plan that includes it, or the add-on, the station keeps it.`,
      ],
      level: 'warning',
    };
  return {
    title: `${name} has no phone number any more`,
    paragraphs: [
      `Its plan no longer includes Call-To-Listen, so ${listed} was taken back. Nobody else gets it for 90 days.`,
    ],
    level: 'warning',
  };
};

type Person = { id: string; email: string };
type Message = {
  to: readonly Person[];
  link: string;
  title: string;
  paragraphs: readonly string[];
  level: 'info' | 'success' | 'warning';
  label: string;
};

/** Notifies people by inbox and e-mail, once: in the transaction of what they must know. */
const notify = async (tx: Tx, deps: NotifyDeps, { link, ...message }: Message): Promise<void> => {
  const paragraphs = message.paragraphs.filter((paragraph) => paragraph !== '');
  const to = message.to.map((person) => ({ ...person, link }));
  await notifyAndEmail(tx, deps, lineEmail, { ...message, kind: 'calls', to, paragraphs, text: paragraphs.join(' ') });
};

/** The owners of the station and of its account, and `by` if still of either. */
const ownersAnd = async (tx: Tx, { key, account_key }: About, by: string): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    select id, email from users where disabled_at is null and email_verified and email <> '' and id in (
      select user_id from account_members where account_key = ${account_key} and (role = 'owner' or user_id::text = ${by})
      union select user_id from station_members where station_key = ${key} and (role = 'owner' or user_id::text = ${by}))
    order by created limit 50`.execute(tx);
  return rows;
};
