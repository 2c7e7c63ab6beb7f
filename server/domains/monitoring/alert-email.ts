import type { AlertKind } from '#contract/api/station-profile.ts';
import type { Email } from '#server/kernel/kernel.ts';
import type { EmailRow } from './monitoring.repo.ts';

/**
 * The e-mail about an alert of a station: what happened, since when in the station's time zone, and a link. `stop` is
 * the path that unsubscribes this address.
 */
export const alertEmail = (row: EmailRow, publicUrl: string, stop: string): Email => {
  const name = row.name.replace(/\s+/g, ' ').trim();
  const page = `/accounts/${row.account_key}/stations/${row.key}`;
  const unsubscribeUrl = new URL(stop, publicUrl).href;
  return {
    to: row.email,
    unsubscribeUrl,
    ...contentOf(row, name),
    action: { label: 'Open the station', url: new URL(page, publicUrl).href },
    closing: `You receive this e-mail because your address is set up for monitoring alerts of ${name}. The station's owners and admins can change this in its settings at ${new URL(`${page}/settings/alerts`, publicUrl).href}. To unsubscribe, open ${unsubscribeUrl}`,
  };
};

const contentOf = (row: EmailRow, name: string): Pick<Email, 'subject' | 'paragraphs'> => {
  const { about, kind, began } = row;
  if (about === 'test' || kind === null || began === null)
    return {
      subject: `Test alert of ${name}`,
      paragraphs: ['This is a test. Nothing is wrong.', `Alerts of ${name} will be sent to this address.`],
    };
  const since = momentIn(began, row.default_timezone);
  if (about === 'ended') {
    const end = row.ended ?? row.recovering ?? began;
    const times = (row.count ?? 1) > 1 ? ` It happened ${String(row.count)} times in that period.` : '';
    return {
      subject: `${name}: ${recovered[kind]} after ${durationText(began, end)}`,
      paragraphs: [
        `${name}: ${recovered[kind]} since ${momentIn(end, row.default_timezone)}.`,
        `The problem started at ${since}.${times}`,
      ],
    };
  }
  const again = about === 'again' ? ' again' : '';
  return {
    subject: `${name}: ${wrong[kind]}${again}`,
    paragraphs: [
      `${name}: ${wrong[kind]}${again}, first at ${since}.`,
      hints[kind],
      about === 'again'
        ? 'The problem keeps coming back. We will e-mail you again once it has been resolved for a while.'
        : 'We will e-mail you again when it is resolved.',
    ],
  };
};

const wrong: Record<AlertKind, string> = {
  offline: 'the station is offline',
  dead_air: 'dead air',
  encoder: 'the encoder is missing',
  files: 'tracks cannot be read',
};
const recovered: Record<AlertKind, string> = {
  offline: 'the station is back on the air',
  dead_air: 'audio is back',
  encoder: 'the encoder is back',
  files: 'all tracks can be read',
};
const hints: Record<AlertKind, string> = {
  offline: 'The station is silent: no encoder is connected, and there is nothing else to play.',
  dead_air: 'The stream is running, but it is silent or nearly silent. Check your mixer and the input of the encoder.',
  encoder: 'The live encoder disconnected. Listeners hear the fallback source instead.',
  files: 'Some playlist tracks are skipped: their files are missing or unreadable. The station page lists them.',
};

const momentIn = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: timeZone === '' ? 'UTC' : timeZone,
  }).format(moment);

/** `12 minutes`, `1 hour 5 minutes`; seconds only below a minute. */
export const durationText = (from: Date, to: Date): string => {
  const seconds = Math.max(Math.round((to.getTime() - from.getTime()) / 1000), 0);
  if (seconds < 60) return plural(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return plural(minutes, 'minute');
  const rest = minutes % 60;
  return `${plural(Math.floor(minutes / 60), 'hour')}${rest > 0 ? ` ${plural(rest, 'minute')}` : ''}`;
};

const plural = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
